import type { Queryable } from '../../../platform/db/db.js'
import type { WorkSource } from '../../../platform/jobs/work-poll.js'

/** How far the chain has been indexed and receipts settled. */
export type Progress = { head: number | null; read: number | null; unsettled: number }

const maxCounted = 10_000

/** Returns the latest known and the last indexed block, and the number of receipts to settle. */
export async function findProgress(db: Queryable, chainId: number): Promise<Progress> {
  const { rows } = await db.query<{ head: string | null; read: string | null; unsettled: string }>(
    `select
       (select block_number from chain_heads where chain_id = $1) as head,
       (select block_number from chain_cursors where chain_id = $1) as read,
       (select count(*) from (
          select from settlements where version <> settled_version limit $2
        ) as due) as unsettled`,
    [chainId, maxCounted],
  )
  const row = rows[0]
  const toNumber = (text: string | null | undefined) => (text == null ? null : Number(text))
  return {
    head: toNumber(row?.head),
    read: toNumber(row?.read),
    unsettled: Number(row?.unsettled ?? 0),
  }
}

/** Work that new blocks do not reveal: due settlements and announced transactions. */
export const pendingSettlements: readonly WorkSource[] = [
  {
    topic: 'payments',
    sql: `exists (
      select from settlements where version <> settled_version and due_after <= $1
    )`,
  },
  // Changes with every new announcement. Each round looks up those that are due.
  {
    topic: 'payments',
    sql: `select max(created_at) from announced_transactions where state = 'open'`,
  },
]
