import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'
import type { WorkSource } from '../../platform/jobs/work-poll.js'

type ChangeRow = { merchant: Address; key: string }

export const waitingCustomers: WorkSource = {
  topic: 'customer-changes',
  sql: 'exists (select 1 from customer_changes)',
}

/** Returns the merchant of the oldest change, or null. */
export async function findChangedMerchant(db: Queryable): Promise<Address | null> {
  const { rows } = await db.query<Pick<ChangeRow, 'merchant'>>(
    'select merchant from customer_changes order by seq limit 1',
  )
  return rows[0]?.merchant ?? null
}

/** Keeps other transactions from following changes of this merchant until this one ends. */
export async function lockCustomers(db: Queryable, merchant: Address): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 61))', [
    `customers ${merchant}`,
  ])
}

/** Removes the oldest changes of a merchant, and returns the keys of their customers. */
export async function takeChanges(
  db: Queryable,
  { merchant, limit }: { merchant: Address; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<Pick<ChangeRow, 'key'>>(
    `delete from customer_changes where seq in (
       select seq from customer_changes where merchant = $1 order by seq limit $2
     ) returning key`,
    [merchant, limit],
  )
  return rows.map(({ key }) => key)
}

export async function deleteChangesOf(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from customer_changes where merchant = $1', [merchant])
}
