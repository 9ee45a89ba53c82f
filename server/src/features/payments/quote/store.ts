import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import type { NativeQuote } from './quote.js'

type QuoteKey = Pick<NativeQuote, 'merchant' | 'receiptId' | 'symbol'>

const columns = defineColumns<NativeQuote>({
  merchant: 'text',
  receiptId: 'text',
  symbol: 'text',
  quotedAt: 'time',
  usdPerUnit: { kind: 'ppm', name: 'usd_per_unit_ppm' },
  provider: 'text',
  units: 'units',
  expiresAt: 'time',
})

/** Returns the newest quote for a receipt, in force or not. */
export async function findNewestQuote(
  db: Queryable,
  { merchant, receiptId, symbol }: QuoteKey,
): Promise<NativeQuote | null> {
  return columns.find(
    db,
    `select ${columns.fields} from quotes where merchant = $1 and receipt_id = $2 and symbol = $3
     order by quoted_at desc limit 1`,
    [merchant, receiptId, symbol],
  )
}

/**
 * Returns the quote in force at a time, the best one for the buyer, or null. Block times are whole
 * seconds, so a quote counts from the start of its second.
 */
export async function findQuoteAt(
  db: Queryable,
  { merchant, receiptId, symbol, at }: QuoteKey & { at: UnixMs },
): Promise<NativeQuote | null> {
  return columns.find(
    db,
    `select ${columns.fields} from quotes
     where merchant = $1 and receipt_id = $2 and symbol = $3
       and quoted_at - quoted_at % 1000 <= $4 and expires_at > $4
     order by usd_per_unit_ppm desc, quoted_at limit 1`,
    [merchant, receiptId, symbol, at],
  )
}

/** Inserts a quote. Returns false when one exists for the same moment, which then applies. */
export async function insertQuote(db: Queryable, quote: NativeQuote): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into quotes (${columns.names}) values (${columns.placeholders})
     on conflict (merchant, receipt_id, symbol, quoted_at) do nothing`,
    columns.paramsOf(quote),
  )
  return rowCount === 1
}
