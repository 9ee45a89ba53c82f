import type { Address } from '../../../lib/hex.js'
import { toBaseUnits, toPpm, toTime } from '../../../platform/db/columns.js'
import type { NativeQuote } from './quote.js'

export type QuoteRow = {
  merchant: Address
  receipt_id: string
  symbol: NativeQuote['symbol']
  quoted_at: string
  usd_per_unit_ppm: string
  provider: string
  units: string
  expires_at: string
}

/** SQL of a receipt's newest quote in native token as JSON, in force or not, or null. */
export const newestQuoteOf = (receipt: string) => `(
  select json_build_object(
    'merchant', merchant, 'receipt_id', receipt_id, 'symbol', symbol, 'quoted_at', quoted_at::text,
    'usd_per_unit_ppm', usd_per_unit_ppm::text, 'provider', provider, 'units', units::text,
    'expires_at', expires_at::text
  )
  from quotes
  where merchant = ${receipt}.merchant and receipt_id = ${receipt}.id and symbol = 'ETH'
  order by quotes.quoted_at desc limit 1
)`

export function toQuote(row: QuoteRow): NativeQuote {
  return {
    merchant: row.merchant,
    receiptId: row.receipt_id,
    symbol: row.symbol,
    quotedAt: toTime(row.quoted_at),
    usdPerUnit: toPpm(row.usd_per_unit_ppm),
    provider: row.provider,
    units: toBaseUnits(row.units),
    expiresAt: toTime(row.expires_at),
  }
}
