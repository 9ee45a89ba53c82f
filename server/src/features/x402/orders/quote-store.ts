import type { Address } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Batched } from '../../../platform/batches.js'
import { toBaseUnits, toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'

/** The price of an order, which is honoured until it expires. */
export type Quote = {
  chainId: number
  payTo: Address
  merchant: Address
  receiptId: string
  units: BaseUnits
  fingerprint: Buffer
  expiresAt: UnixMs
}

type NewQuote = Quote & { createdAt: UnixMs }

async function insertQuotes(db: Queryable, quotes: readonly NewQuote[]): Promise<null[]> {
  await db.query(
    `insert into x402_quotes (chain_id, pay_to, merchant, receipt_id, units, fingerprint, created_at, expires_at)
     select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::numeric[], $6::bytea[],
       $7::bigint[], $8::bigint[])`,
    [
      quotes.map(({ chainId }) => chainId),
      quotes.map(({ payTo }) => payTo),
      quotes.map(({ merchant }) => merchant),
      quotes.map(({ receiptId }) => receiptId),
      quotes.map(({ units }) => units),
      quotes.map(({ fingerprint }) => fingerprint),
      quotes.map(({ createdAt }) => createdAt),
      quotes.map(({ expiresAt }) => expiresAt),
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
