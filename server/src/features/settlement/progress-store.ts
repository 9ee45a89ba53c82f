import type { Queryable } from '../../platform/db/db.js'
import type { WorkSource } from '../../platform/jobs/work-poll.js'

/** How far payments have been read and settled. */
export type Progress = { head: number | null; read: number | null; unsettled: number }

const countedAtMost = 10_000

/** The chain's newest block as it was last seen, the last one read, and the receipts with news that wait. */
export async function findProgress(db: Queryable, chainId: number): Promise<Progress> {
  const { rows } = await db.query<{ head: string | null; read: string | null; unsettled: string }>(
    `select
       (select block_number from chain_heads where chain_id = $1) as head,
       (select block_number from chain_cursors where chain_id = $1) as read,
       (select count(*) from (
          select from settlements where version <> settled_version limit $2
        ) as due) as unsettled`,
    [chainId, countedAtMost],
  )
  const row = rows[0]
  const toNumber = (text: string | null | undefined) => (text == null ? null : Number(text))
  return {
    head: toNumber(row?.head),
    read: toNumber(row?.read),
    unsettled: Number(row?.unsettled ?? 0),
  }
}

/** Work that reading the chain does not show: due settlements, and transactions that buyers have announced. */
export const pendingSettlements: readonly WorkSource[] = [
  {
    topic: 'payments',
    sql: `exists (
      select from settlements where version <> settled_version and due_after <= $1
    )`,
  },
  // Changes with every new one. Those that stay open are looked up again by every round.
  { topic: 'payments', sql: `select max(created_at) from payment_hints where state = 'open'` },
]
