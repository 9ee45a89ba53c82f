import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import { bodyAs, type WebhookKind } from '../webhook-kind.js'
import type { ClaimedDelivery, ClaimedQueue } from './claimed-delivery.js'

/**
 * Returns the first delivery of each claimed queue, and none for an empty queue. This is a separate statement: the
 * claiming one may still see deliveries as they were before another process released their queue.
 */
export async function readClaimedDeliveries(
  db: Queryable,
  queues: readonly ClaimedQueue[],
): Promise<ClaimedDelivery[]> {
  const { rows } = await db.query<ClaimedRow>(
    `select taken.place::int as place, d.*, e.body, e.created_at as happened_at
     from unnest($1::text[], $2::text[]) with ordinality as taken (merchant, queue, place)
       cross join lateral (
         select id, event_id, kind, receipt_id, url, signature, standard_signature, signed_at,
           extended_retries,
           jsonb_array_length(attempts) as attempts,
           attempts @> '[{"error": null}]' as was_delivered
         from webhook_deliveries
         where merchant = taken.merchant and queue = taken.queue and status = 'pending'
         order by no limit 1
       ) as d
       join events e on e.merchant = taken.merchant and e.id = d.event_id
     order by taken.place`,
    [queues.map(({ merchant }) => merchant), queues.map(({ queueKey }) => queueKey)],
  )
  return rows.flatMap((row) => {
    const queue = queues[row.place - 1]
    return queue ? [{ ...queue, delivery: toDelivery(row) }] : []
  })
}

type ClaimedRow = {
  place: number
  id: string
  event_id: string
  kind: WebhookKind
  receipt_id: string | null
  url: string
  signature: string
  standard_signature: string
  signed_at: string | null
  extended_retries: boolean
  attempts: number
  was_delivered: boolean
  body: string
  happened_at: string
}

function toDelivery(row: ClaimedRow): ClaimedDelivery['delivery'] {
  return {
    id: row.id,
    eventId: row.event_id,
    kind: row.kind,
    happenedAt: toTime(row.happened_at),
    signedAt: toTime(row.signed_at ?? row.happened_at),
    signatures: { signature: row.signature, standardSignature: row.standard_signature },
    receiptId: row.receipt_id,
    url: row.url,
    body: bodyAs(row.kind, row.body),
    extendedRetries: row.extended_retries,
    attempts: row.attempts,
    wasDelivered: row.was_delivered,
  }
}
