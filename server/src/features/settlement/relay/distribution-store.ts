import type { Address, Hash } from '../../../lib/hex.js'
import { HOUR_MS, type UnixMs } from '../../../lib/time.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { Queryable } from '../../../platform/db/db.js'
import { changeInBatches, isInNextBatch } from '../batch-store.js'
import type { ReceiptRef } from '../payment.js'
import { retryAfter } from '../payout-backoff-store.js'
import { hasEnded, hasPaidOut, isKnown, mayBurnAgain } from './fragments-store.js'
import type { Threshold } from './threshold.js'

export type Undistributed = {
  split: Address
  token: Address
  merchant: Address
}

/** Lists splits that hold money of receipts and that no transaction distributes yet, the longest waiting first. */
export async function listUndistributed(
  db: Queryable,
  input: Threshold & { chainId: number; now: UnixMs; limit: number },
): Promise<Undistributed[]> {
  const { rows } = await db.query<Undistributed>(
    `select totals.split, totals.token, totals.merchant
     from (
       select payout_address as split, token, sum(usd_micros) as micros, sum(units) as units,
         min(paid_at) as since
       from payments
       where chain_id = $1 and state = 'confirmed' and released_block is null
         and arrived_block is not null
       group by payout_address, token
     ) as held
       join split_totals as totals
         on totals.chain_id = $1 and totals.split = held.split and totals.token = held.token
     where totals.distribute_key is null and totals.distribute_after <= $2
       and (held.micros >= $3 or held.since <= $4)
       -- A token without a value, such as euros for a bill in dollars, counts by its units.
       and (held.micros >= $6 or (held.token <> $7 and held.units >= $6))
       and (held.token <> $7
         or ${mayBurnAgain({ merchant: 'totals.merchant', purpose: 'split.distribute_coin', now: '$2' })})
     order by held.since limit $5`,
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

/** Lists a split again only after some time. */
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
    `update split_totals set distribute_after = $4
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

/** SQL of the number of recipients that a distribution paid. */
const countPaid = `(
    select count(distinct account) from releases
    where releases.chain_id = $1 and releases.tx_hash = sent.hash and releases.split = totals.split
      and releases.state <> 'orphaned'
  )`

/**
 * SQL condition: a mined distribution of tokens paid no recipient, because the token is paused or blocks the split. It is
 * not blocked if someone else paid a recipient since the payments arrived.
 */
const isBlocked = `(sent.state in ('mined', 'final') and totals.token <> '${nativeToken}' and ${countPaid} = 0
  and exists (
    select from payments
    where payments.chain_id = $1 and payments.payout_address = totals.split
      and payments.token = totals.token and payments.state <> 'orphaned'
      and payments.released_block is null and payments.arrived_block < sent.block_number
      and not exists (
        select from releases
        where releases.chain_id = $1 and releases.split = totals.split
          and releases.token = totals.token and releases.state <> 'orphaned'
          and releases.block_number >= payments.arrived_block
      )
  ))`

/**
 * SQL condition: a mined distribution of coin did not pay every recipient. One that refuses may burn gas, so the split
 * backs off.
 */
const isRefused = `(sent.state in ('mined', 'final') and totals.token = '${nativeToken}' and ${countPaid} < (
    select max(jsonb_array_length(recipients))
    from split_contracts join splits using (chain_id, address, merchant)
    where chain_id = $1 and address = totals.split
  ))`

/**
 * Marks payments as released that arrived before a finished distribution. A recipient that was skipped keeps its claim in
 * the contract, so sending again would not help. After a failure the next distribution waits, and at most an hour if only
 * some recipients refused.
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
  const { rows } = await db.query<Ended>(
    `update split_totals as totals set distribute_key = null,
       distribute_failures = case
         when sent.state in ('failed', 'reverted') or ${isBlocked} or ${isRefused}
         then totals.distribute_failures + 1 else 0 end,
       distribute_after = case
         when sent.state in ('failed', 'reverted') or ${isBlocked} then ${retryAt}
         when ${isRefused} then least(${retryAt}, $3::bigint + ${HOUR_MS})
         else 0 end
     from outgoing_transactions as sent
     where totals.chain_id = $1 and totals.distribute_key is not null
       and sent.chain_id = $1 and sent.key = totals.distribute_key
       and ${hasEnded} and (${hasPaidOut} or ${isKnown('$4')})
     returning totals.split, totals.token,
       case when sent.state in ('mined', 'final') and not ${isBlocked} then sent.block_number end
         as block_number`,
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

/** Marks the payments as released that arrived before a distribution. */
async function markReleased(
  db: Queryable,
  { chainId, ended }: { chainId: number; ended: Ended },
): Promise<ReceiptRef[]> {
  if (ended.block_number === null) return []
  const rows = await changeInBatches<{ merchant: Address; receipt_id: string }>(
    db,
    `update payments set released_block = $4
     where ${isInNextBatch(
       'payments',
       `chain_id = $1 and payout_address = $2 and token = $3 and state <> 'orphaned'
         and released_block is null and arrived_block < $4`,
     )}
     returning merchant, receipt_id`,
    [chainId, ended.split, ended.token, ended.block_number],
  )
  return rows.map((row) => ({ merchant: row.merchant, receiptId: row.receipt_id }))
}
