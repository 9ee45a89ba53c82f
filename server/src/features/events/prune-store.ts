import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'

/**
 * Forgets some events from before a time and says how many. One that is still to be delivered stays; `deliveredBefore`
 * is when deliveries of such events were made at the latest, so that only the few old ones are looked at.
 */
export async function deletePastEvents(
  db: Queryable,
  { before, deliveredBefore, limit }: { before: UnixMs; deliveredBefore: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from events where (merchant, id) in (
       select e.merchant, e.id from events e
       where e.created_at < $1 and not exists (
         select from webhook_deliveries d
         where d.created_at < $2 and d.merchant = e.merchant and d.event_id = e.id
       )
       order by e.created_at limit $3
     )`,
    [before, deliveredBefore, limit],
  )
  return rowCount
}
