import type { Address, Hash } from '../../../lib/hex.js'
import type { BaseUnits, Micros } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import { heldInSplits } from './held-money-store.js'

/** Money of a merchant that its recipients do not have yet: one token at one payout address. */
export type Holding = {
  place: 'deposit' | 'split'
  payoutAddress: Address
  token: Address
  units: BaseUnits
  /** Null if any part of it has no value yet. */
  usdMicros: Micros | null
  /** The number of deposit addresses; zero for a split. */
  addresses: number
  /** Since when the oldest part waits. */
  since: UnixMs
  /** Whether all of it is in blocks with enough confirmations. */
  isConfirmed: boolean
  isSending: boolean
  failures: number
  /** The next attempt after a failure or a spent gas budget, or zero. */
  retryAt: UnixMs
}

const columns = defineColumns<Holding>({
  place: 'text',
  payoutAddress: 'text',
  token: 'text',
  units: 'units',
  usdMicros: 'micros',
  addresses: 'int',
  since: 'time',
  isConfirmed: 'boolean',
  isSending: 'boolean',
  failures: 'int',
  retryAt: 'time',
})

const included = `state <> 'orphaned' and merchant = $2`

/** Lists the money of a merchant that is not paid out yet, by place, payout address and token. */
export async function listHoldings(
  db: Queryable,
  { merchant, chainId }: { merchant: Address; chainId: number },
): Promise<Holding[]> {
  return columns.list(
    db,
    `with deposited as (
       select payout_address, token, deposit_address, units, usd_micros, paid_at,
         state = 'confirmed' as is_confirmed, flush_key is not null as is_sending,
         flush_failures as failures, flush_after as retry_at
       from payments
       where chain_id = $1 and ${included} and kind = 'deposit'
         and arrived_block is null and released_block is null
       union all
       select payout_address, $3, address, native_units, null, native_since, true,
         native_flush_key is not null, 0, 0
       from deposits
       where chain_id = $1 and merchant = $2 and native_units is not null
     ), held as (
       select 'deposit' as place, payout_address, token, sum(units) as units,
         case when count(*) = count(usd_micros) then sum(usd_micros) end as usd_micros,
         count(distinct deposit_address)::int as addresses, min(paid_at) as since,
         bool_and(is_confirmed) as is_confirmed, bool_or(is_sending) as is_sending,
         greatest(max(deposited.failures), coalesce(max(backoffs.failures), 0)) as failures,
         greatest(min(retry_at), coalesce(max(backoffs.retry_after), 0)) as retry_at
       from deposited left join (
         select * from payout_backoffs where chain_id = $1
       ) as backoffs using (payout_address, token)
       group by payout_address, token
       union all
       select 'split', money.split, money.token, sum(units),
         case when count(*) = count(usd_micros) then sum(usd_micros) end,
         0, min(paid_at), bool_and(is_confirmed), bool_or(totals.distribute_key is not null),
         max(totals.distribute_failures), max(totals.distribute_after)
       from (
         select split, token, units, usd_micros, paid_at, true as is_confirmed
         from ${heldInSplits(`state = 'confirmed' and merchant = $2`)} as confirmed
         union all
         select split, token, units, usd_micros, paid_at, false
         from ${heldInSplits(`state = 'seen' and merchant = $2`)} as seen
       ) as money left join split_totals as totals
         on totals.chain_id = $1 and totals.split = money.split and totals.token = money.token
       -- Merchants without a split are paid directly.
       where exists (
         select from split_contracts where chain_id = $1 and address = money.split
       )
       group by money.split, money.token
     )
     select ${columns.fields} from (
       select place, payout_address, token, units, usd_micros, addresses, since, is_confirmed,
         is_sending, coalesce(failures, 0) as failures, coalesce(retry_at, 0) as retry_at
       from held
     ) as holdings
     order by usd_micros desc nulls last, place, payout_address, token`,
    [chainId, merchant, nativeToken],
  )
}

/** A deposit address to flush by hand. */
export type HeldDeposit = { receiptKey: Hash; payoutAddress: Address; token: Address }

const depositColumns = defineColumns<HeldDeposit>({
  receiptKey: 'text',
  payoutAddress: 'text',
  token: 'text',
})

/** Lists deposit addresses that hold a token for a payout address, the oldest money first. */
export async function listHeldDeposits(
  db: Queryable,
  input: {
    merchant: Address
    chainId: number
    payoutAddress: Address
    token: Address
    limit: number
  },
): Promise<HeldDeposit[]> {
  return depositColumns.list(
    db,
    `select ${depositColumns.fields} from (
       select receipt_key, payments.payout_address, token, min(paid_at) as since
       from payments join deposits
         on deposits.chain_id = $1 and deposits.address = payments.deposit_address
       where payments.chain_id = $1 and payments.merchant = $2 and payments.payout_address = $3
         and token = $4 and state <> 'orphaned' and kind = 'deposit'
         and arrived_block is null and released_block is null
       group by receipt_key, payments.payout_address, token
       union all
       select receipt_key, payout_address, $5, native_since from deposits
       where chain_id = $1 and merchant = $2 and payout_address = $3 and $4 = $5
         and native_units is not null
     ) as held order by since, receipt_key limit $6`,
    [input.chainId, input.merchant, input.payoutAddress, input.token, nativeToken, input.limit],
  )
}
