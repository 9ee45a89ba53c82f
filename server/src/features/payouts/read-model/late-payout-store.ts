import type { Address } from '../../../lib/hex.js'
import { dustMicros, type Micros, micros } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { Queryable } from '../../../platform/db/db.js'
import { mayBurnAgain } from '../own-transaction-sql.js'
import { heldInSplits } from './held-money-store.js'

/** Numbers of deposit addresses and splits with money that is late, by the reason. */
export type LatePayouts = {
  /** Nothing explains the delay. */
  overdue: number
  /** The token froze it, or a payout address refuses it or burns gas. */
  refused: number
  /** The gas budget of its merchant, its purpose or the relayer is spent. */
  withoutGas: number
}

type LateInput = { chainId: number; now: UnixMs; since: UnixMs }

/** Counts late money: per deposit address and token, and per split and token. */
export async function countLatePayouts(db: Queryable, input: LateInput): Promise<LatePayouts> {
  const { rows } = await queryLate<{ reason: keyof LatePayouts; count: string }>(db, {
    ...input,
    sql: 'select reason, count(*) from late where micros >= $4 group by reason',
  })
  const countOf = (reason: keyof LatePayouts) =>
    Number(rows.find((row) => row.reason === reason)?.count ?? 0)
  return {
    overdue: countOf('overdue'),
    refused: countOf('refused'),
    withoutGas: countOf('withoutGas'),
  }
}

/** The late money of a merchant, by the reason. */
export type LatePayout = {
  merchant: Address
  reason: keyof LatePayouts
  count: number
  usdMicros: Micros
}

/** Sums late money by merchant and reason. */
export async function listLateByMerchant(
  db: Queryable,
  { limit, ...input }: LateInput & { limit: number },
): Promise<LatePayout[]> {
  const { rows } = await queryLate<Omit<LatePayout, 'usdMicros'> & { micros: string }>(db, {
    ...input,
    sql: `select merchant, reason, count(*)::int as count, trunc(sum(micros))::text as micros
      from late where micros >= $4 group by merchant, reason order by merchant, reason limit ${limit}`,
  })
  return rows.map(({ micros: sum, ...row }) => ({ ...row, usdMicros: micros(BigInt(sum)) }))
}

/**
 * Reads money that arrived before `since` and is not paid out. Dust is not late, and neither is
 * native token that was never quoted. Anyone can send them, and they may stay forever.
 */
async function queryLate<Row extends object>(
  db: Queryable,
  { chainId, now, since, sql }: LateInput & { sql: string },
) {
  const mayBurn = (purpose: 'deposit.flush_wallet' | 'split.distribute_coin', merchant: string) =>
    mayBurnAgain({ merchant, purpose, now: '$2' })
  return db.query<Row>(
    `with at_deposits as (
       select merchant, payout_address, token, sum(usd_micros) as micros,
         max(flush_failures) > 0 as is_refused
       from payments
       where chain_id = $1 and state = 'confirmed' and released_block is null
         and arrived_block is null and kind = 'deposit' and paid_at <= $3
       group by merchant, deposit_address, payout_address, token
     ), native as (
       select deposits.merchant, payout_address, '${nativeToken}' as token, native_units * rate / 1e18 as micros,
         native_flush_key is null and not ${mayBurn('deposit.flush_wallet', 'deposits.merchant')}
           as is_refused
       from deposits cross join lateral (
         select min(units) as units, max(usd_per_unit_ppm) as rate from quotes
         where quotes.merchant = deposits.merchant and quotes.receipt_id = deposits.receipt_id
       ) as quoted
       where chain_id = $1 and native_since <= $3 and native_units * 20 >= quoted.units
     ), late as (
       select merchant, micros, case
           when is_refused or (retry_after > $2 and failures > 0) then 'refused'
           when retry_after > $2 then 'withoutGas' else 'overdue' end as reason
       from (select * from at_deposits union all select * from native) as money
         left join (select * from payout_backoffs where chain_id = $1) as backoffs
           using (payout_address, token)
       union all
       select totals.merchant, sum(usd_micros), reason
       from ${heldInSplits(`state = 'confirmed' and paid_at <= $3`)} as money
         join split_totals as totals
           on totals.chain_id = $1 and totals.split = money.split and totals.token = money.token
         cross join lateral (
           select case
             when totals.token = '${nativeToken}'
               and not ${mayBurn('split.distribute_coin', 'totals.merchant')} then 'refused'
             when totals.distribute_after <= $2
               or money.arrived_block >= totals.distribute_failed_block then 'overdue'
             when totals.distribute_failures > 0 then 'refused'
             else 'withoutGas' end as reason
         ) as reasons
       group by totals.merchant, totals.split, totals.token, reason
     )
     ${sql}`,
    [chainId, now, since, dustMicros],
  )
}
