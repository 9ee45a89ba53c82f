import { databaseNowOnce } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { WorkSource } from '../../../platform/jobs/work-poll.js'

export const dueDeliveries: WorkSource = {
  topic: 'deliveries',
  sql: `exists (select from webhook_queues where is_retry and run_at <= ${databaseNowOnce})
    or exists (select from webhook_queues where not is_retry and run_at <= ${databaseNowOnce})`,
}

/**
 * Lists routes after `after`, in order, that have first attempts due. It skips from route to route in the index, so the
 * cost does not grow with the deliveries per route. `last` is the last route examined, or `null` after the final page.
 */
export async function listDueRoutes(
  db: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<{ routes: string[]; last: string | null }> {
  const { rows } = await db.query<{ route: string; is_due: boolean }>(
    `with recursive seen as (
       (select route, 1 as place from webhook_queues
        where not is_retry and route > $1 order by route limit 1)
       union all
       select next.route, seen.place + 1 from seen cross join lateral (
         select route from webhook_queues
         where not is_retry and route > seen.route order by route limit 1
       ) as next
       where seen.place < $2
     )
     select route, exists (
       select from webhook_queues l
       where not l.is_retry and l.route = seen.route and l.run_at <= ${databaseNowOnce}
     ) as is_due
     from seen order by route`,
    [after, limit],
  )
  return {
    routes: rows.filter(({ is_due }) => is_due).map(({ route }) => route),
    last: rows.length < limit ? null : (rows.at(-1)?.route ?? null),
  }
}
