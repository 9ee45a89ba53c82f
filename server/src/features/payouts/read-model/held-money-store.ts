import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Threshold } from '../flush/threshold.js'
import { mayBurnAgain } from '../own-transaction-sql.js'

export type UndistributedMoney = {
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
): Promise<UndistributedMoney[]> {
  const { rows } = await db.query<UndistributedMoney>(
    `select totals.split, totals.token, totals.merchant
     from ${heldInSplits(`state = 'confirmed'`)} as money join split_totals as totals
       on totals.chain_id = $1 and totals.split = money.split and totals.token = money.token
     where totals.distribute_key is null
       and (totals.distribute_after <= $2
         or money.arrived_block >= totals.distribute_failed_block)
       and (totals.token <> $7 or ${mayBurnAgain({
         merchant: 'totals.merchant',
         purpose: 'split.distribute_coin',
         now: '$2',
       })})
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
 * SQL condition: a mined distribution of tokens paid no recipient although something is due,
 * because the token is paused or blocks the recipients. Money does not count if anyone paid a
 * recipient since it arrived.
 */
export const isRefused = `(sent.state in ('mined', 'final') and totals.token <> '${nativeToken}'
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

/** Gas of a distribution with the deployment of the split, and of a recipient that burns none. */
const ordinaryGas = { base: 100_000, perRecipient: 80_000 }

/**
 * SQL condition: recipients of a mined distribution of native token burned gas, or none of them
 * took direct payments.
 */
export const hasBurned = `(${isFoundRefused} or (
  sent.state in ('mined', 'final') and totals.token = '${nativeToken}'
  and sent.gas_used > ${ordinaryGas.base} + ${ordinaryGas.perRecipient} * (
    select count(*) from ${recipients} as share
  )))`
