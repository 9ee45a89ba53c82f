import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'

/** Everything that belongs to a merchant's receipts; what is named first goes first. */
const tables = [
  'recorded_events',
  'webhook_lanes',
  'webhook_deliveries',
  // Their counter goes on: whoever follows them has a place to read on from.
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

/** Forgets a merchant's receipts with all that belongs to them, and returns how many there were. */
export async function resetMerchant(db: Queryable, merchant: Address): Promise<number> {
  // Whoever is just publishing would tell of receipts that are gone.
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
