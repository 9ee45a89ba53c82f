import type { Address } from '../../lib/hex.js'
import { baseUnits, micros } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import type { AssetName } from '../../platform/chain/assets/asset-name.js'
import { valuesOf } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Account, Entry, Posting } from './entry.js'
import { entryColumns } from './receipt-store.js'

export type AccountSum = {
  account: Account
  asset: AssetName
  debitUnits: bigint
  creditUnits: bigint
  usdMicros: bigint
}

/** SQL: lets new postings wait until a job adds them to the daily sums. */
const queueInserted = `queued as (
       insert into ledger_unsummed (merchant, posting_key) select merchant, key from inserted
     )`

/** Inserts a posting unless its key exists, atomically. Returns whether it did. */
export async function insertPosting(
  db: Queryable,
  { merchant, key, kind, at, receiptId, transactionHash, entries }: Posting,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with inserted as (
       insert into ledger_postings (merchant, key, kind, at, receipt_id, transaction_hash)
       values ($1, $2, $3, $4, $5, $6) on conflict (merchant, key) do nothing
       returning merchant, key
     ), ${queueInserted}
     insert into ledger_entries (merchant, posting_key, seq, account, asset, units, usd_micros)
     select inserted.merchant, inserted.key, given.seq, given.account, given.asset, given.units, given.usd_micros
     from inserted cross join unnest($7::text[], $8::text[], $9::numeric[], $10::numeric[])
       with ordinality as given (account, asset, units, usd_micros, seq)`,
    [
      merchant,
      key,
      kind,
      at,
      receiptId,
      transactionHash,
      ...valuesOf(entries, ['account', 'asset']),
      entries.map(({ units }) => String(units)),
      entries.map(({ usdMicros }) => String(usdMicros)),
    ],
  )
  return rowCount > 0
}

/** Inserts postings unless their keys exist. */
export async function insertPostings(db: Queryable, postings: readonly Posting[]): Promise<void> {
  const lines = postings.flatMap(({ merchant, key, entries }) =>
    entries.map((entry, index) => ({ ...entry, merchant, key, seq: index + 1 })),
  )
  await db.query(
    `with inserted as (
       insert into ledger_postings (merchant, key, kind, at, receipt_id, transaction_hash)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[])
       on conflict (merchant, key) do nothing
       returning merchant, key
     ), ${queueInserted}
     insert into ledger_entries (merchant, posting_key, seq, account, asset, units, usd_micros)
     select merchant, key, seq, account, asset, units, usd_micros
     from inserted join unnest(
       $7::text[], $8::text[], $9::int[], $10::text[], $11::text[], $12::numeric[], $13::numeric[]
     ) as given (merchant, key, seq, account, asset, units, usd_micros) using (merchant, key)`,
    [
      ...valuesOf(postings, ['merchant', 'key', 'kind', 'at', 'receiptId', 'transactionHash']),
      ...valuesOf(lines, ['merchant', 'key', 'seq', 'account', 'asset']),
      lines.map(({ units }) => String(units)),
      lines.map(({ usdMicros }) => String(usdMicros)),
    ],
  )
}

/** Inserts the reversal of a posting unless it exists. Returns whether it did. */
export async function insertReversal(
  db: Queryable,
  { merchant, key, at }: { merchant: Address; key: string; at: UnixMs },
): Promise<Entry[]> {
  const reversed = await entryColumns.list(
    db,
    `with inserted as (
       insert into ledger_postings (merchant, key, kind, at, receipt_id, transaction_hash)
       select merchant, 'undo:' || key, kind, $3, receipt_id, transaction_hash
       from ledger_postings where merchant = $1 and key = $2
       on conflict (merchant, key) do nothing
       returning merchant, key
     ), ${queueInserted}
     insert into ledger_entries (merchant, posting_key, seq, account, asset, units, usd_micros)
     select inserted.merchant, inserted.key, reversed.seq, reversed.account, reversed.asset,
       -reversed.units, -reversed.usd_micros
     from inserted join ledger_entries as reversed
       on reversed.merchant = inserted.merchant and reversed.posting_key = $2
     returning ${entryColumns.fields}`,
    [merchant, key, at],
  )
  return reversed.map(({ units, usdMicros, ...entry }) => ({
    ...entry,
    units: baseUnits(-units),
    usdMicros: micros(-usdMicros),
  }))
}

export async function sumAccounts(db: Queryable, merchant: Address): Promise<AccountSum[]> {
  type Row = {
    account: Account
    asset: AssetName
    debit: string
    credit: string
    usd_micros: string
  }
  const { rows } = await db.query<Row>(
    `select account, asset, coalesce(sum(units) filter (where units > 0), 0) as debit,
       coalesce(-sum(units) filter (where units < 0), 0) as credit, sum(usd_micros) as usd_micros
     from ledger_entries where merchant = $1 group by account, asset
     order by account collate "C", asset collate "C"`,
    [merchant],
  )
  return rows.map((row) => ({
    account: row.account,
    asset: row.asset,
    debitUnits: BigInt(row.debit),
    creditUnits: BigInt(row.credit),
    usdMicros: BigInt(row.usd_micros),
  }))
}

/** Deletes all rows of a merchant's sales, which a setting of the transaction permits. */
export async function deleteSales(db: Queryable, merchant: Address): Promise<void> {
  await db.query(`select set_config('tallystick.deletes_sales', 'on', true)`)
  await db.query('delete from ledger_entries where merchant = $1', [merchant])
  await db.query('delete from ledger_postings where merchant = $1', [merchant])
  await db.query(`select set_config('tallystick.deletes_sales', 'off', true)`)
}
