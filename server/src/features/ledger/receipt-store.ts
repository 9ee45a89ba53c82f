import type { Address } from '../../lib/hex.js'
import { toBaseUnits, toMicros, toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { AssetName } from './asset-name.js'
import type {
  Account,
  Entry,
  PostingKind,
  ReceiptSum,
  ReturnedCredit,
  Sale,
  UnsoldPosting,
} from './entry.js'

/** SQL condition: a posting is neither a reversal nor reversed. */
const isStanding = (posting: string) => `(${posting}.key not like 'undo:%' and not exists (
    select 1 from ledger_postings as undone
    where undone.merchant = ${posting}.merchant and undone.key = 'undo:' || ${posting}.key
  ))`

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
    const known = sums.get(receipt_id)
    if (known) known.push({ kind, account, asset, ...amount })
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

export async function listReturnedCredit(
  db: Queryable,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<ReturnedCredit[]> {
  const { rows } = await db.query<EntryRow & { at: string }>(
    `select p.at, e.account, e.asset, e.units, e.usd_micros
     from ledger_postings p
     join ledger_entries e on e.merchant = p.merchant and e.posting_key = p.key
     where p.merchant = $1 and p.receipt_id = $2 and p.kind = 'refund'
       and e.account = 'customer_credit'
     order by p.at, p.key, e.seq`,
    [merchant, receiptId],
  )
  return rows.map(({ at, ...row }) => {
    const { asset, units, usdMicros } = toEntry(row)
    return { asset, units, usdMicros, at: toTime(at) }
  })
}

export async function listUnsold(
  db: Queryable,
  input: { merchant: Address; from: number; to: number; limit: number },
): Promise<UnsoldPosting[]> {
  type Row = EntryRow & {
    key: string
    at: string
    receipt_id: string | null
    transaction_hash: string | null
  }
  const { rows } = await db.query<Row>(
    `with unsold as (
       select key, at, receipt_id, transaction_hash from ledger_postings as posting
       where merchant = $1 and kind <> all ('{sale,release,refund_paid}') and at between $2 and $3
         and ${isStanding('posting')}
         and not exists (
           select 1 from ledger_postings as sold
           where sold.merchant = $1 and sold.receipt_id = posting.receipt_id and sold.kind = 'sale'
             and ${isStanding('sold')}
         )
         -- Corrections of rounding bring in no money.
         and exists (
           select 1 from ledger_entries as entry
           where entry.merchant = $1 and entry.posting_key = posting.key
             and entry.account in ('customer_credit', 'refunds')
         )
       order by at desc, key desc limit $4
     )
     select key, at, receipt_id, transaction_hash, account, asset, units, usd_micros
     from unsold join ledger_entries on merchant = $1 and posting_key = key
     order by at desc, key desc, seq`,
    [input.merchant, input.from, input.to, input.limit],
  )
  const postings = new Map<string, UnsoldPosting & { entries: Entry[] }>()
  for (const { key, at, receipt_id, transaction_hash, ...entry } of rows) {
    const known = postings.get(key)
    if (known) known.entries.push(toEntry(entry))
    else {
      postings.set(key, {
        at: toTime(at),
        receiptId: receipt_id,
        transactionHash: transaction_hash,
        entries: [toEntry(entry)],
      })
    }
  }
  return [...postings.values()]
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

type EntryRow = { account: Account; asset: AssetName; units: string; usd_micros: string }

export async function listEntries(
  db: Queryable,
  { merchant, key }: { merchant: Address; key: string },
): Promise<Entry[]> {
  const { rows } = await db.query<EntryRow>(
    `select account, asset, units, usd_micros from ledger_entries
     where merchant = $1 and posting_key = $2 order by seq`,
    [merchant, key],
  )
  return rows.map(toEntry)
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

function toEntry({ account, asset, units, usd_micros }: EntryRow): Entry {
  return {
    account,
    asset,
    units: toBaseUnits(units),
    usdMicros: toMicros(usd_micros),
  }
}
