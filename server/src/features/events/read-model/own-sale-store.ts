import type { PersonId } from '../../../auth/person-id.js'
import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'

/** Returns those of these receipts that a person sold. */
export async function listOwnSales(
  db: Queryable,
  input: { merchant: Address; person: PersonId; receiptIds: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    'select id from receipts where merchant = $1 and id = any($2) and sold_by = $3',
    [input.merchant, input.receiptIds, input.person],
  )
  return new Set(rows.map(({ id }) => id))
}
