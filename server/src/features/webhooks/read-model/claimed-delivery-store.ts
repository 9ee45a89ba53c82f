import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ClaimedDelivery, ClaimedQueue } from '../deliver/claimed-delivery.js'
import { bodyAs } from '../webhook-kind.js'

type ClaimedRow = Omit<ClaimedDelivery['delivery'], 'happenedAt' | 'signedAt' | 'signatures'> & {
  place: number
  signature: string
  standard_signature: string
  signed_at: string
  happened_at: string
}

/**
 * Returns the first delivery of each claimed queue, and none for an empty queue. This is a separate
 * statement: the claiming one may still see deliveries as they were before another process released
 * their queue.
 */
export async function readClaimedDeliveries(
  db: Queryable,
  queues: readonly ClaimedQueue[],
): Promise<ClaimedDelivery[]> {
  const { rows } = await db.query<ClaimedRow>(
    `select taken.place::int as place, d.*, e.body, e.created_at as happened_at
     from unnest($1::text[], $2::text[]) with ordinality as taken (merchant, queue, place)
       cross join lateral (
         select id, event_id as "eventId", kind, receipt_id as "receiptId",
           endpoint_id as "endpointId", url, signature,
           standard_signature, signed_at, extended_retries as "extendedRetries",
           jsonb_array_length(attempts) as attempts,
           attempts @> '[{"error": null}]' as "wasDelivered"
         from webhook_deliveries
         where merchant = taken.merchant and queue = taken.queue and status = 'pending'
         order by no limit 1
       ) as d
       join events e on e.merchant = taken.merchant and e.id = d."eventId"
     order by taken.place`,
    [queues.map(({ merchant }) => merchant), queues.map(({ queueKey }) => queueKey)],
  )
  return rows.flatMap(
    ({ place, signature, standard_signature, signed_at, happened_at, ...row }) => {
      const queue = queues[place - 1]
      if (!queue) return []
      const delivery = {
        ...row,
        body: bodyAs(row.kind, row.body),
        happenedAt: toTime(happened_at),
        signedAt: toTime(signed_at),
        signatures: { signature, standardSignature: standard_signature },
      }
      return [{ ...queue, delivery }]
    },
  )
}
