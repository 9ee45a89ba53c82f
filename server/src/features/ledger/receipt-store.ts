import type { Address } from '../../lib/hex.js'
import type { AssetName } from '../../platform/chain/assets/asset-name.js'
import { toBaseUnits, toMicros, toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type { Account, Entry, PostingKind, ReceiptSum, Sale, UnsoldSum } from './entry.js'

/** SQL condition: a posting is neither a reversal nor reversed. */
const isStanding = (posting: string) => `(${posting}.key not like 'undo:%' and not exists (
    select 1 from ledger_postings as reversal
    where reversal.merchant = ${posting}.merchant and reversal.key = 'undo:' || ${posting}.key
  ))`

const storedColumns = defineColumns<Entry & { merchant: Address; postingKey: string; seq: number }>(
  {
    merchant: 'text',
    postingKey: 'text',
    seq: 'int',
    account: 'text',
    asset: 'text',
    units: 'units',
    usdMicros: 'micros',
  },
)
export const entryColumns = storedColumns.pick('account', 'asset', 'units', 'usdMicros')
const keyedColumns = storedColumns.omit('merchant', 'seq')
const unsoldColumns = entryColumns.with<{ place: number } & Omit<UnsoldSum, 'entries'>>({
  place: 'number',
  at: 'time',
  receiptId: 'text',
  transactionHash: 'text',
})

export async function sumReceipts(
  db: Queryable,
  { merchant, receiptIds }: { merchant: Address; receiptIds: readonly string[] },
): Promise<Map<string, ReceiptSum[]>> {
  type Row = {
    receipt_id: string
    kind: PostingKind
    account: Account
    asset: AssetName
    units: string
    usd_micros: string
  }
  const { rows } = await db.query<Row>(
    `select p.receipt_id, p.kind, e.account, e.asset, sum(e.units) as units,
       sum(e.usd_micros) as usd_micros
     from ledger_postings p
     join ledger_entries e on e.merchant = p.merchant and e.posting_key = p.key
     where p.merchant = $1 and p.receipt_id = any($2)
     group by p.receipt_id, p.kind, e.account, e.asset
     order by p.receipt_id, p.kind, e.account collate "C", e.asset collate "C"`,
    [merchant, receiptIds],
  )
  const sums = new Map<string, ReceiptSum[]>()
  for (const { receipt_id, kind, account, asset, units, usd_micros } of rows) {
    const amount = { units: toBaseUnits(units), usdMicros: toMicros(usd_micros) }
    const receiptSums = sums.get(receipt_id)
    if (receiptSums) receiptSums.push({ kind, account, asset, ...amount })
    else sums.set(receipt_id, [{ kind, account, asset, ...amount }])
  }
  return sums
}

export async function listSales(
  db: Queryable,
  input: { merchant: Address; from: number; to: number; limit: number },
): Promise<Sale[]> {
  const { rows } = await db.query<{ receipt_id: string; at: string }>(
    `select receipt_id, at from ledger_postings as sold
     where merchant = $1 and kind = 'sale' and at between $2 and $3 and receipt_id is not null
       and ${isStanding('sold')}
     order by at desc, key desc limit $4`,
    [input.merchant, input.from, input.to, input.limit],
  )
  return rows.map(({ receipt_id, at }) => ({ receiptId: receipt_id, at: toTime(at) }))
}

/** SQL condition: the posting is worth less than a cent. */
const isDust = 'abs(worth) < 10000'

export async function listUnsold(
  db: Queryable,
  input: { merchant: Address; from: number; to: number; limit: number },
): Promise<UnsoldSum[]> {
  const rows = await unsoldColumns.list(
    db,
    `with standing as materialized (
       select key, at, kind, receipt_id, transaction_hash from ledger_postings as posting
       where merchant = $1 and kind <> all ('{sale,release,refund_paid,plan}') and at between $2 and $3
         and ${isStanding('posting')}
     ), sold as materialized (
       select receipt_id from (select distinct receipt_id from standing) as given
       where exists (
         select 1 from ledger_postings as sale
         where sale.merchant = $1 and sale.receipt_id = given.receipt_id and sale.kind = 'sale'
           and ${isStanding('sale')}
       )
     ), amounts as (
       select standing.*, account, asset, units, usd_micros,
         sum(usd_micros) filter (where account in ('customer_credit', 'refunds'))
           over (partition by key, asset) as worth
       from standing left join sold using (receipt_id)
         join ledger_entries on merchant = $1 and posting_key = key
       where sold.receipt_id is null
     ), parts as (
       select amounts.*, case when ${isDust} then null else transaction_hash end as hash,
         case when ${isDust} then '' else coalesce(transaction_hash, key) end as part
       from amounts
       -- Corrections of rounding bring in no money.
       where worth is not null
     ), sums as (
       select receipt_id, kind, asset, part, hash, account, sum(units) as units,
         sum(usd_micros) as usd_micros,
         max(max(at)) over own as at, max(max(key)) over own as key
       from parts group by receipt_id, kind, asset, part, hash, account
       window own as (partition by receipt_id, kind, asset, part)
     )
     select ${unsoldColumns.fields} from (
       select dense_rank() over (order by at desc, key desc, asset) as place,
         at, receipt_id, hash as transaction_hash, account, asset, units, usd_micros
       from sums
     ) as ranked
     where place <= $4 order by place, account collate "C"`,
    [input.merchant, input.from, input.to, input.limit],
  )
  const sums = new Map<number, UnsoldSum & { entries: Entry[] }>()
  for (const { place, at, receiptId, transactionHash, ...entry } of rows) {
    const posting = sums.get(place)
    if (posting) posting.entries.push(entry)
    else sums.set(place, { at, receiptId, transactionHash, entries: [entry] })
  }
  return [...sums.values()]
}

export async function findSaleKey(
  db: Queryable,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<string | null> {
  const { rows } = await db.query<{ key: string }>(
    `select key from ledger_postings as sold
     where merchant = $1 and receipt_id = $2 and kind = 'sale' and ${isStanding('sold')}
     order by at desc, key desc limit 1`,
    [merchant, receiptId],
  )
  return rows[0]?.key ?? null
}

export async function listEntries(
  db: Queryable,
  { merchant, key }: { merchant: Address; key: string },
): Promise<Entry[]> {
  return entryColumns.list(
    db,
    `select ${entryColumns.fields} from ledger_entries
     where merchant = $1 and posting_key = $2 order by seq`,
    [merchant, key],
  )
}

export async function listEntriesByKey(
  db: Queryable,
  { merchant, keys }: { merchant: Address; keys: readonly string[] },
): Promise<Map<string, Entry[]>> {
  const listed = await keyedColumns.list(
    db,
    `select ${keyedColumns.fields} from ledger_entries
     where merchant = $1 and posting_key = any($2) order by posting_key, seq`,
    [merchant, keys],
  )
  const entries = new Map<string, Entry[]>(keys.map((key) => [key, []]))
  for (const { postingKey, ...entry } of listed) entries.get(postingKey)?.push(entry)
  return entries
}

export async function listPosted(
  db: Queryable,
  { merchant, keys }: { merchant: Address; keys: readonly string[] },
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await db.query<{ key: string }>(
    'select key from ledger_postings where merchant = $1 and key = any($2)',
    [merchant, keys],
  )
  return new Set(rows.map(({ key }) => key))
}

export async function countPostings(
  db: Queryable,
  { merchant, receiptId, kind }: { merchant: Address; receiptId: string; kind: PostingKind },
): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `select count(*) as count from ledger_postings
     where merchant = $1 and receipt_id = $2 and kind = $3`,
    [merchant, receiptId, kind],
  )
  return Number(rows[0]?.count ?? 0)
}
