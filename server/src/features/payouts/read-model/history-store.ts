import type { Address, Hash } from '../../../lib/hex.js'
import type { BaseUnits, Micros } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'

/** The amount that a recipient received in a transaction. */
export type PayoutPart = {
  transactionHash: Hash
  at: UnixMs
  split: Address
  token: Address
  account: Address
  units: BaseUnits
  /** Its value when it was paid to the merchant. Null until it is in the ledger. */
  usdMicros: Micros | null
  isConfirmed: boolean
}

const columns = defineColumns<PayoutPart>({
  transactionHash: { kind: 'text', name: 'tx_hash' },
  at: 'time',
  split: 'text',
  token: 'text',
  account: 'text',
  units: 'units',
  usdMicros: 'micros',
  isConfirmed: 'boolean',
})

export type HistoryFilter = {
  merchant: Address
  chainId: number
  from: number
  to: number
  account: Address | null
}

/** The place of a transaction in the history. */
export type HistoryPlace = { at: number; transactionHash: string }

/** SQL of the releases of a filter, as $1 to $5. */
const filtered = `releases.merchant = $1 and releases.chain_id = $2 and releases.state <> 'orphaned'
  and releases.created_at between $3 and $4 and ($5::text is null or releases.account = $5)`

/** SQL of the parts of some releases, with their value in the ledger. */
const partsOf = (source: string) => `
  select releases.tx_hash, ${source}.at, split, token, releases.account, releases.units,
    abs(entry.usd_micros) as usd_micros, state = 'confirmed' as is_confirmed
  from ${source} join releases using (tx_hash)
    left join ledger_entries as entry
      on entry.merchant = $1 and entry.account = 'due:' || releases.account
        and releases.ledger_revision % 2 = 1 and entry.posting_key =
          'release:' || releases.chain_id || ':' || block_hash || ':' || log_index
            || ':' || ledger_revision
  where ${filtered}
  order by ${source}.at desc, tx_hash desc, log_index`

/** Lists payouts by transaction, newest first. */
export async function listPayouts(
  db: Queryable,
  { limit, after, ...filter }: HistoryFilter & { limit: number; after: HistoryPlace | null },
): Promise<PayoutPart[]> {
  return columns.list(
    db,
    `with page as (
       select tx_hash, min(created_at) as at from releases where ${filtered}
       group by tx_hash
       having $6::bigint is null or (min(created_at), tx_hash) < ($6::bigint, $7::text)
       order by min(created_at) desc, tx_hash desc limit $8
     )
     select ${columns.fields} from (${partsOf('page')}) as parts`,
    [...paramsOf(filter), after?.at ?? null, after?.transactionHash ?? null, limit],
  )
}

/** Lists the parts of all payouts of a filter, newest first, for a file. */
export async function listAllPayouts(
  db: Queryable,
  { limit, ...filter }: HistoryFilter & { limit: number },
): Promise<PayoutPart[]> {
  return columns.list(
    db,
    `with page as (
       select tx_hash, min(created_at) as at from releases where ${filtered} group by tx_hash
     )
     select ${columns.fields} from (${partsOf('page')}) as parts limit $6`,
    [...paramsOf(filter), limit],
  )
}

/** Counts the transactions of a filter. */
export async function countPayouts(db: Queryable, filter: HistoryFilter): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(distinct tx_hash)::int as count from releases where ${filtered}`,
    paramsOf(filter),
  )
  return rows[0]?.count ?? 0
}

/** The sum that a recipient got of one token. */
export type RecipientSum = Pick<PayoutPart, 'account' | 'token' | 'units' | 'usdMicros'>

const sumColumns = columns.pick('account', 'token', 'units', 'usdMicros')

/** Sums the payouts of a filter by recipient and token. */
export async function sumPayouts(db: Queryable, filter: HistoryFilter): Promise<RecipientSum[]> {
  return sumColumns.list(
    db,
    `with page as (
       select tx_hash, min(created_at) as at from releases where ${filtered} group by tx_hash
     ), sums as (
       select account, token, sum(units) as units,
         case when count(*) = count(usd_micros) then sum(usd_micros) end as usd_micros
       from (${partsOf('page')}) as parts group by account, token
     )
     select ${sumColumns.fields} from sums order by usd_micros desc nulls last, account, token`,
    paramsOf(filter),
  )
}

function paramsOf({ merchant, chainId, from, to, account }: HistoryFilter): unknown[] {
  return [merchant, chainId, from, to, account]
}
