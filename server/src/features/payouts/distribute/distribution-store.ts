import type { Address, Hash } from '../../../lib/hex.js'
import { HOUR_MS, type UnixMs } from '../../../lib/time.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { changeInBatches, isInNextBatch } from '../../../platform/db/change-in-batches.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ReceiptRef } from '../../payments/payment.js'
import { retryAfter } from '../backoff/payout-backoff-store.js'
import { hasEnded, hasPaidOut, isKnown, mayBurnAgain } from '../flush/fragments-store.js'
import type { Threshold } from '../flush/threshold.js'

export type Undistributed = {
  split: Address
  token: Address
  merchant: Address
}

/**
 * SQL of the money in splits that is not paid out: payments of receipts, and tokens and native
 * token that were sent directly to a split. Expects the chain as $1.
 */
export const heldInSplits = (isIncluded: string) => `(
    select payout_address as split, token, usd_micros, units, paid_at, arrived_block, ledger_revision
    from payments
    where chain_id = $1 and ${isIncluded} and released_block is null
      and arrived_block is not null
    union all
    select split, token, usd_micros, units, paid_at, block_number, ledger_revision from direct_payments
    where chain_id = $1 and ${isIncluded} and released_block is null
    union all
    select split, token, found_micros, found_units, paid_at, found_block, 1 from (
      select *, found_at as paid_at, 'confirmed' as state from split_totals
      where chain_id = $1 and found_units is not null
    ) as found where ${isIncluded}
  )`

/**
 * Lists splits that hold money and that no transaction distributes yet, the longest waiting first.
 * After a failure only money that arrived since then counts, until the next attempt is due.
 */
export async function listUndistributed(
  db: Queryable,
  input: Threshold & { chainId: number; now: UnixMs; limit: number },
): Promise<Undistributed[]> {
  const { rows } = await db.query<Undistributed>(
    `select totals.split, totals.token, totals.merchant
     from ${heldInSplits(`state = 'confirmed'`)} as money join split_totals as totals
       on totals.chain_id = $1 and totals.split = money.split and totals.token = money.token
     where totals.distribute_key is null
       and (totals.distribute_after <= $2
         or money.arrived_block >= totals.distribute_failed_block)
       and (totals.token <> $7
         or ${mayBurnAgain({ merchant: 'totals.merchant', purpose: 'split.distribute_coin', now: '$2' })})
     group by totals.split, totals.token, totals.merchant
     having (sum(usd_micros) >= $3 or min(paid_at) <= $4)
       -- A token without a value, such as euros for a bill in dollars, counts by its units.
       and (sum(usd_micros) >= $6 or (totals.token <> $7 and sum(units) >= $6))
     order by min(paid_at) limit $5`,
    [
      input.chainId,
      input.now,
      input.minMicros,
      input.waitedSince,
      input.limit,
      input.dustMicros,
      nativeToken,
    ],
  )
  return rows
}

/** Lists a split again only after some time, whatever arrives. */
export async function postponeDistribution(
  db: Queryable,
  {
    chainId,
    split,
    token,
    until,
  }: { chainId: number; split: Address; token: Address; until: UnixMs },
): Promise<void> {
  await db.query(
    `update split_totals set distribute_after = $4, distribute_failed_block = null
     where chain_id = $1 and split = $2 and token = $3 and distribute_key is null`,
    [chainId, split, token, until],
  )
}

/** Assigns a distribution. Returns false when another one is assigned already. */
export async function assignDistribution(
  db: Queryable,
  { chainId, split, token, key }: { chainId: number; split: Address; token: Address; key: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update split_totals set distribute_key = $4
     where chain_id = $1 and split = $2 and token = $3 and distribute_key is null`,
    [chainId, split, token, key],
  )
  return rowCount === 1
}

/** SQL of the recipients of a split, with their shares. Expects the chain as $1. */
const recipients = `(
    select distinct share.value ->> 'address' as account, (share.value ->> 'sharesBps')::int as bps
    from split_contracts join splits using (chain_id, address, merchant)
      cross join jsonb_array_elements(splits.recipients) as share
    where chain_id = $1 and address = totals.split
  )`

/** SQL of the money in a split that arrived before a mined distribution. */
const heldBefore = `${heldInSplits(`state <> 'orphaned'`)} as money
  where money.split = totals.split and money.token = totals.token
    and money.arrived_block < sent.block_number`

/**
 * SQL condition: the shares of all recipients are paid, and only a rest is left that rounding gives
 * to none of them. It holds only if all the money is in the ledger.
 */
const isNothingDue = `(not exists (select from ${heldBefore} and ledger_revision % 2 = 0)
  and not exists (
    select from ${recipients} as share left join split_payouts as paid
      on paid.chain_id = $1 and paid.split = totals.split and paid.token = totals.token
        and paid.account = share.account
    where div(totals.received * share.bps, 10000) > coalesce(paid.released, 0)
  ))`

/**
 * SQL condition: a mined distribution of tokens paid no recipient although something is due, because the token is paused or
 * blocks the recipients. Money does not count if anyone paid a recipient since it arrived.
 */
const isRefused = `(sent.state in ('mined', 'final') and totals.token <> '${nativeToken}'
  and not exists (
    select from releases
    where releases.chain_id = $1 and releases.tx_hash = sent.hash and releases.split = totals.split
      and releases.state <> 'orphaned'
  )
  and exists (
    select from ${heldBefore} and not exists (
      select from releases
      where releases.chain_id = $1 and releases.split = totals.split
        and releases.token = totals.token and releases.state <> 'orphaned'
        and releases.block_number >= money.arrived_block
    )
  )
  and not ${isNothingDue})`

/**
 * SQL condition: a mined distribution of native token that was sent directly to a split paid no
 * recipient. Anyone can send more, so the next attempt waits.
 */
const isFoundRefused = `(sent.state in ('mined', 'final') and totals.token = '${nativeToken}'
  and totals.found_block < sent.block_number and not exists (
    select from releases
    where releases.chain_id = $1 and releases.split = totals.split
      and releases.token = totals.token and releases.state <> 'orphaned'
      and releases.block_number > totals.found_block
  ))`

/** Gas of a distribution of native token, with the deployment of the split, and of a recipient that does not burn gas. */
const ordinaryGas = { base: 100_000, perRecipient: 80_000 }

/** SQL condition: recipients of a mined distribution of native token burned gas, or none of them took direct payments. */
const hasBurned = `(${isFoundRefused} or (
  sent.state in ('mined', 'final') and totals.token = '${nativeToken}'
  and sent.gas_used > ${ordinaryGas.base} + ${ordinaryGas.perRecipient} * (
    select count(*) from ${recipients} as share
  )))`

/**
 * Marks money as released that arrived before a finished distribution. A recipient that was skipped keeps its claim in the
 * contract, so sending again would not help. After a failure the money that failed waits; later money does not. If
 * recipients burned gas, all native token of the split waits, up to an hour.
 */
export async function finishDistributions(
  db: Queryable,
  {
    chainId,
    cursor,
    now,
    hashes,
  }: {
    chainId: number
    cursor: bigint
    now: UnixMs
    /** The mined distributions whose logs were read. */
    hashes: readonly Hash[]
  },
): Promise<ReceiptRef[]> {
  const retryAt = retryAfter('$3', 'totals.distribute_failures')
  const hasFailed = `(sent.state in ('failed', 'reverted') or ${isRefused})`
  const { rows } = await db.query<Ended>(
    `update split_totals as totals set distribute_key = null,
       distribute_failures = case when ${hasFailed} or ${hasBurned}
         then totals.distribute_failures + 1 else 0 end,
       distribute_after = case when ${hasFailed} then ${retryAt}
         when ${hasBurned} then least(${retryAt}, $3::bigint + ${HOUR_MS}) else 0 end,
       distribute_failed_block = case
         when ${hasFailed} then coalesce(sent.block_number, $2::bigint + 1) end
     from outgoing_transactions as sent
     where totals.chain_id = $1 and totals.distribute_key is not null
       and sent.chain_id = $1 and sent.key = totals.distribute_key
       and ${hasEnded} and (${hasPaidOut} or ${isKnown('$4')})
     returning totals.split, totals.token,
       case when sent.state in ('mined', 'final') and totals.distribute_failed_block is null
         then sent.block_number end as block_number`,
    [chainId, cursor, now, hashes],
  )
  const released: ReceiptRef[] = []
  for (const ended of rows) {
    for (const ref of await markReleased(db, { chainId, ended })) released.push(ref)
  }
  return released
}

/** A distribution that ended; `block_number` is null if it paid nothing. */
type Ended = { split: Address; token: Address; block_number: string | null }

/** Marks the money as released that arrived before a distribution, and returns its receipts. */
async function markReleased(
  db: Queryable,
  { chainId, ended }: { chainId: number; ended: Ended },
): Promise<ReceiptRef[]> {
  if (ended.block_number === null) return []
  const values = [chainId, ended.split, ended.token, ended.block_number]
  await changeInBatches(
    db,
    `update direct_payments set released_block = $4
     where ${isInNextBatch(
       'direct_payments',
       `chain_id = $1 and split = $2 and token = $3 and state <> 'orphaned'
         and released_block is null and block_number < $4`,
     )}
     returning log_index`,
    values,
  )
  const rows = await changeInBatches<{ merchant: Address; receipt_id: string }>(
    db,
    `update payments set released_block = $4
     where ${isInNextBatch(
       'payments',
       `chain_id = $1 and payout_address = $2 and token = $3 and state <> 'orphaned'
         and released_block is null and arrived_block < $4`,
     )}
     returning merchant, receipt_id`,
    values,
  )
  return rows.map((row) => ({ merchant: row.merchant, receiptId: row.receipt_id }))
}
