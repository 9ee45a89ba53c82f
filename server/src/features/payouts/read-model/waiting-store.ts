import type { Address } from '../../../lib/hex.js'
import { DAY_MS, type UnixMs } from '../../../lib/time.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import type { WaitingDeposit } from '../flush/choose-flushes.js'
import type { NativeThreshold, Threshold } from '../flush/threshold.js'
import { mayBurnAgain } from '../own-transaction-sql.js'

const columns = defineColumns<WaitingDeposit>({
  merchant: 'text',
  address: 'text',
  token: 'text',
  receiptKey: 'text',
  payoutAddress: 'text',
  isSuspect: 'boolean',
  failures: 'int',
  inFlight: 'number',
})

type ListOptions = { chainId: number; now: UnixMs; limit: number }

/**
 * SQL of the order within a payout address: after a failure a different one with each attempt, else
 * suspects first.
 */
const turn = (address: string, since: string) =>
  `row_number() over (partition by payout_address, token
     order by case when failures > 0 then md5(${address} || failures) end, is_suspect desc, ${since})`

/**
 * Lists tokens at deposit addresses that no transaction moves yet. The threshold applies per payout
 * address and token. A payment whose flush failed waits on its own. Payout addresses take turns, so
 * that one with many payments does not keep others waiting.
 */
export async function listWaitingTokens(
  db: Queryable,
  input: Threshold & ListOptions,
): Promise<WaitingDeposit[]> {
  return columns.list(
    db,
    `with waiting as (
       select deposit_address, token, payout_address, merchant, sum(usd_micros) as usd_micros,
         min(paid_at) as paid_at, bool_or(flush_alone) as is_suspect,
         max(flush_failures) as failures
       from payments
       where chain_id = $1 and state = 'confirmed' and released_block is null and kind = 'deposit'
         and arrived_block is null and flush_key is null and usd_micros is not null
         and flush_after <= $2
       group by deposit_address, token, payout_address, merchant
       having sum(usd_micros) >= $6
     ), worth as (
       select payout_address, token from waiting group by payout_address, token
       having sum(usd_micros) >= $3 or min(paid_at) <= $4
     ), in_flight as (
       select payout_address, token, count(distinct flush_key) as in_flight from payments
       where chain_id = $1 and flush_key is not null and arrived_block is null
         and state = 'confirmed' and released_block is null
       group by payout_address, token
     ), ready as (
       select waiting.*, coalesce(in_flight, 0) as in_flight
       from waiting join worth using (payout_address, token)
         left join in_flight using (payout_address, token)
         left join (
           select payout_address, token, retry_after from payout_backoffs where chain_id = $1
         ) as backoffs using (payout_address, token)
       where coalesce(retry_after, 0) <= $2
     )
     select ${columns.fields}
     from (select *, ${turn('deposit_address', 'paid_at')} as turn from ready) as ready
       join (select address, receipt_key from deposits where chain_id = $1) as deposits
         on address = deposit_address
     order by turn, paid_at, deposit_address limit $5`,
    [input.chainId, input.now, input.minMicros, input.waitedSince, input.limit, input.dustMicros],
  )
}

/** Native token at a deposit address, and whether its payout address is one of our splits. */
export type WaitingNative = WaitingDeposit & { isToSplit: boolean }

const nativeColumns = columns.with<Pick<WaitingNative, 'isToSplit'>>({
  isToSplit: {
    kind: 'boolean',
    sql: `exists (
      select from split_contracts where chain_id = $1 and split_contracts.address = payout_address
    )`,
  },
})

/**
 * Lists deposit addresses with native token that no transaction moves yet. It has no value before
 * it has moved, because only then it is a payment, so quotes value it, or the current price if
 * there is no quote. A wallet whose code burned gas waits, although it accepted the native token.
 * `address` lists only this deposit address.
 */
export async function listWaitingNative(
  db: Queryable,
  input: NativeThreshold & ListOptions & { address?: Address },
): Promise<WaitingNative[]> {
  return nativeColumns.list(
    db,
    `with in_flight as (
       select payout_address, count(*) as in_flight from deposits
       where chain_id = $1 and native_flush_key is not null group by payout_address
     ), ready as (
       select deposits.merchant, address, receipt_key, payout_address, $2::text as token, native_since,
         native_flush_alone as is_suspect, coalesce(failures, 0) as failures,
         -- The gas of a flush is known once its transaction is recorded, maybe after its arrival.
         greatest(coalesce(in_flight, 0), (
           select count(*) from outgoing_transactions as sent
           where sent.chain_id = $1 and sent.merchant = deposits.merchant
             and sent.purpose = 'deposit.flush_wallet' and sent.state in ('planned', 'signed', 'sent')
             and sent.created_at > $3::bigint - ${DAY_MS}
         )) as in_flight
       from deposits cross join lateral (
         select min(units) as units, max(usd_per_unit_ppm) as rate from quotes
         where quotes.merchant = deposits.merchant and quotes.receipt_id = deposits.receipt_id
       ) as quoted
         left join shops on shops.merchant = deposits.merchant
         cross join lateral (
           select case when coalesce(shops.config #> '{payments,acceptedTokens}' ? 'ETH', true)
             then $6::numeric else $9::numeric end as min_micros
         ) as unquoted
         left join in_flight using (payout_address)
         left join (
           select * from payout_backoffs where chain_id = $1 and token = $2
         ) as backoffs using (payout_address)
       where deposits.chain_id = $1 and native_units is not null and native_flush_key is null
         and ($7::text is null or address = $7)
         and ($5 = 0 or native_units * $5 >= coalesce(quoted.units, 0))
         and case when quoted.rate is null
           then min_micros = 0 or native_units * $8::numeric >= min_micros * 1e18
           else native_units * quoted.rate >= $6::numeric * 1e18 end
         and coalesce(retry_after, 0) <= $3
         and ${mayBurnAgain({ merchant: 'deposits.merchant', purpose: 'deposit.flush_wallet', now: '$3' })}
     )
     select ${nativeColumns.fields}
     from (select *, ${turn('address', 'native_since')} as turn from ready) as ready
     order by turn, native_since, address limit $4`,
    [
      input.chainId,
      nativeToken,
      input.now,
      input.limit,
      input.nativeShare,
      input.dustMicros,
      input.address ?? null,
      input.usdPerNative,
      input.unacceptedMicros,
    ],
  )
}
