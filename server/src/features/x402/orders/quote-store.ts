import type { Address } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Batched } from '../../../platform/batches.js'
import { toBaseUnits, toTime, valuesOf } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'

/** The price of an order, which is honored until it expires. */
export type Quote = {
  chainId: number
  payTo: Address
  merchant: Address
  receiptId: string
  units: BaseUnits
  fingerprint: Buffer
  expiresAt: UnixMs
}

/** The items of a quoted order by id, and the place whose tax it has. */
export type QuotedItems = {
  items: readonly (readonly [id: string, qty: number])[]
  jurisdictionCode: string | null
}

type NewQuote = Quote & { createdAt: UnixMs; ordered: QuotedItems | null }

async function insertQuotes(db: Queryable, quotes: readonly NewQuote[]): Promise<null[]> {
  await db.query(
    `insert into x402_quotes (chain_id, pay_to, merchant, receipt_id, units, fingerprint, created_at, expires_at,
       items, jurisdiction_code)
     select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::numeric[], $6::bytea[],
       $7::bigint[], $8::bigint[], $9::jsonb[], $10::text[])`,
    [
      ...valuesOf(quotes, [
        'chainId',
        'payTo',
        'merchant',
        'receiptId',
        'units',
        'fingerprint',
        'createdAt',
        'expiresAt',
      ]),
      quotes.map(({ ordered }) => ordered && JSON.stringify(ordered.items)),
      quotes.map(({ ordered }) => ordered?.jurisdictionCode ?? null),
    ],
  )
  return quotes.map(() => null)
}

/** Quotes at the same time share a statement. */
export const batchedQuotes: Batched<NewQuote, null> = {
  keyOf: ({ payTo }) => payTo,
  run: insertQuotes,
}

export async function findQuote(
  db: Queryable,
  { chainId, payTo }: { chainId: number; payTo: Address },
): Promise<Quote | null> {
  const { rows } = await db.query<{
    merchant: Address
    receipt_id: string
    units: string
    fingerprint: Buffer
    expires_at: string
  }>(
    `select merchant, receipt_id, units, fingerprint, expires_at from x402_quotes
     where chain_id = $1 and pay_to = $2`,
    [chainId, payTo],
  )
  const row = rows[0]
  if (!row) return null
  return {
    chainId,
    payTo,
    merchant: row.merchant,
    receiptId: row.receipt_id,
    units: toBaseUnits(row.units),
    fingerprint: row.fingerprint,
    expiresAt: toTime(row.expires_at),
  }
}

/** Finds the items of a quoted order. Null when they are not stored. */
export async function findQuotedItems(
  db: Queryable,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<QuotedItems | null> {
  const { rows } = await db.query<{
    items: QuotedItems['items'] | null
    jurisdiction_code: string | null
  }>('select items, jurisdiction_code from x402_quotes where merchant = $1 and receipt_id = $2', [
    merchant,
    receiptId,
  ])
  const [row] = rows
  return row?.items ? { items: row.items, jurisdictionCode: row.jurisdiction_code } : null
}

/** Deletes a batch of quotes that expired at `before` or earlier. Returns their number. */
export async function deleteExpiredQuotes(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from x402_quotes where (chain_id, pay_to) in (
       select chain_id, pay_to from x402_quotes where expires_at <= $1 limit $2 for update skip locked
     )`,
    [before, limit],
  )
  return rowCount
}

/** Deletes all quotes of a merchant. */
export async function deleteQuotes(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from x402_quotes where merchant = $1', [merchant])
}
