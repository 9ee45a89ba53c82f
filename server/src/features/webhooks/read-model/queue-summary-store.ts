import type { Address } from '../../../lib/hex.js'
import { databaseNow } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'

/** The waiting deliveries of a merchant to a host. */
export type QueueSummary = {
  merchant: Address
  host: string
  /** Queues with a pending delivery: one per receipt and address. */
  queues: number
  /** Queues whose first delivery was attempted before. */
  retrying: number
  /** Queues whose delivery is being sent. */
  sending: number
  /** How long the first delivery has been due; 0 while none is. */
  overdueMs: number
}

const fields = `merchant, host, count(*) as queues, count(*) filter (where is_retry) as retrying,
  count(leased_by) as sending,
  greatest(0, ${databaseNow} - min(run_at) filter (where leased_by is null)) as overdue_ms`
const summaryColumns = defineColumns<QueueSummary>({
  merchant: 'text',
  host: 'text',
  queues: 'number',
  retrying: 'number',
  sending: 'number',
  overdueMs: 'number',
})

/** An incident can leave many. The figures of this route are then those of the first ones. */
const maxExamined = 100_000

/** Summarizes queues by merchant and host, those that wait longest first. */
export function summarizeQueues(
  db: Queryable,
  { limit }: { limit: number },
): Promise<QueueSummary[]> {
  return summaryColumns.list(
    db,
    `select ${summaryColumns.fields} from (
       select ${fields} from (
         select merchant, split_part(route, ' ', 1) as host, is_retry, run_at, leased_by
         from webhook_queues order by is_retry, run_at limit ${maxExamined}
       ) as examined
       group by merchant, host
     ) as summary
     order by overdue_ms desc, queues desc, merchant, host limit $1`,
    [limit],
  )
}

const maxCounted = 10_000

/** Counts deliveries whose attempts are used up, up to 10,000. */
export async function countFailed(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from (
       select from webhook_deliveries where status = 'failed' limit ${maxCounted}
     ) as counted`,
  )
  return rows[0]?.count ?? 0
}
