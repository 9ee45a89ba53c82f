import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'

/** The tables with data of receipts, in order of deletion. */
const tables = [
  'recorded_events',
  'webhook_lanes',
  'webhook_deliveries',
  // The event counter stays, so that clients can continue from their last event.
  'events',
  'receipt_events',
  'refunds',
  'stock_holds',
  'payment_hints',
  'portal_authorizations',
  'portal_sessions',
  'quotes',
  'payments',
  'releases',
  'settlements',
  'deposits',
  'split_totals',
  'ledger_entries',
  'ledger_postings',
] as const

/** Deletes a merchant's receipts with all their data, and returns the number of receipts. */
export async function resetMerchant(db: Queryable, merchant: Address): Promise<number> {
  // Lock out the publisher, which might publish events of deleted receipts.
  await db.query('select from publishing for update')
  for (const table of tables) {
    await db.query(`delete from ${table} where merchant = $1`, [merchant])
  }
  await db.query('update items set reserved_qty = 0 where merchant = $1 and reserved_qty <> 0', [
    merchant,
  ])
  const { rowCount } = await db.query('delete from receipts where merchant = $1', [merchant])
  return rowCount
}
