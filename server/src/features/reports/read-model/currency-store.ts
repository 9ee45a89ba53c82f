import type { Address } from '../../../lib/hex.js'
import type { Currency } from '../../../lib/money.js'
import type { Queryable } from '../../../platform/db/db.js'

/** Returns the currency of each receipt by its id. */
export async function listCurrencies(
  db: Queryable,
  { merchant, receiptIds }: { merchant: Address; receiptIds: readonly string[] },
): Promise<Map<string, Currency>> {
  const { rows } = await db.query<{ id: string; currency: Currency }>(
    'select id, currency from receipts where merchant = $1 and id = any($2)',
    [merchant, receiptIds],
  )
  return new Map(rows.map(({ id, currency }) => [id, currency]))
}
