import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { CoinQuote } from './quote.js'
import { type QuoteRow, toQuote } from './quote-sql.js'

type Quoted = Pick<CoinQuote, 'merchant' | 'receiptId' | 'symbol'>

const columns =
  'merchant, receipt_id, symbol, quoted_at, usd_per_unit_ppm, provider, units, expires_at'

/** Returns the newest quote for a receipt, in force or not. */
export async function findNewestQuote(
  db: Queryable,
  { merchant, receiptId, symbol }: Quoted,
): Promise<CoinQuote | null> {
  const { rows } = await db.query<QuoteRow>(
    `select ${columns} from quotes where merchant = $1 and receipt_id = $2 and symbol = $3
     order by quoted_at desc limit 1`,
    [merchant, receiptId, symbol],
  )
  return rows[0] ? toQuote(rows[0]) : null
}

/**
 * Returns the quote in force at a time, the best one for the buyer, or null. Block times are whole seconds, so a quote
 * counts from the start of its second.
 */
export async function findQuoteAt(
  db: Queryable,
  { merchant, receiptId, symbol, at }: Quoted & { at: UnixMs },
): Promise<CoinQuote | null> {
  const { rows } = await db.query<QuoteRow>(
    `select ${columns} from quotes
     where merchant = $1 and receipt_id = $2 and symbol = $3
       and quoted_at - quoted_at % 1000 <= $4 and expires_at > $4
     order by usd_per_unit_ppm desc, quoted_at limit 1`,
    [merchant, receiptId, symbol, at],
  )
  return rows[0] ? toQuote(rows[0]) : null
}

/** Inserts a quote. Returns false when one exists for the same moment, which then applies. */
export async function insertQuote(db: Queryable, quote: CoinQuote): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into quotes (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (merchant, receipt_id, symbol, quoted_at) do nothing`,
    [
      quote.merchant,
      quote.receiptId,
      quote.symbol,
      quote.quotedAt,
      quote.usdPerUnit,
      quote.provider,
      quote.units,
      quote.expiresAt,
    ],
  )
  return rowCount === 1
}
