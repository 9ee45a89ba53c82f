import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'
import type { WorkSource } from '../../platform/jobs/work-poll.js'

/** A receipt whose sale, refunds or payer changed. */
export type ChangedReceipt = { merchant: Address; receiptId: string }

export const waitingChanges: WorkSource = {
  topic: 'ledger-changes',
  sql: 'exists (select 1 from ledger_changes)',
}

export async function insertChange(
  db: Queryable,
  { merchant, receiptId }: ChangedReceipt,
): Promise<void> {
  await db.query('insert into ledger_changes (merchant, receipt_id) values ($1, $2)', [
    merchant,
    receiptId,
  ])
}

/** Inserts a change of the receipt of a posting, if it is a sale or refund. */
export async function insertChangeOfPosting(
  db: Queryable,
  { merchant, key }: { merchant: Address; key: string },
): Promise<void> {
  await db.query(
    `insert into ledger_changes (merchant, receipt_id)
     select merchant, receipt_id from ledger_postings
     where merchant = $1 and key = $2 and kind in ('sale', 'refund') and receipt_id is not null`,
    [merchant, key],
  )
}

/** Removes the oldest changes and returns them. Leaves those that another process is taking. */
export async function takeOldestChanges(db: Queryable, limit: number): Promise<ChangedReceipt[]> {
  const { rows } = await db.query<{ merchant: Address; receipt_id: string }>(
    `delete from ledger_changes where seq in (
       select seq from ledger_changes order by seq limit $1 for update skip locked
     ) returning merchant, receipt_id`,
    [limit],
  )
  return rows.map(({ merchant, receipt_id }) => ({ merchant, receiptId: receipt_id }))
}

export async function deleteChanges(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from ledger_changes where merchant = $1', [merchant])
}
