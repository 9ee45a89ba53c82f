import type { Address } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
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

export async function insertQuote(
  db: Queryable,
  { quote, now }: { quote: Quote; now: UnixMs },
): Promise<void> {
  await db.query(
    `insert into x402_quotes (chain_id, pay_to, merchant, receipt_id, units, fingerprint, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      quote.chainId,
      quote.payTo,
      quote.merchant,
      quote.receiptId,
      quote.units,
      quote.fingerprint,
      now,
      quote.expiresAt,
    ],
  )
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
