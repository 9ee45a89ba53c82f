import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { EventKind } from '../../events/event.js'
import type { ClaimedLane } from './claim-store.js'
import type { Turn } from './turn.js'

/**
 * The first delivery of each lane that was taken; there is none in one that was left behind empty. A statement of its
 * own: the one that takes lanes may still see deliveries as they were before somebody else let go of them.
 */
export async function readTurns(db: Queryable, lanes: readonly ClaimedLane[]): Promise<Turn[]> {
  const { rows } = await db.query<TurnRow>(
    `select taken.place::int as place, d.*, e.body, e.created_at as happened_at
     from unnest($1::text[], $2::text[]) with ordinality as taken (merchant, lane, place)
       cross join lateral (
         select id, event_id, kind, receipt_id, url, signature, standard_signature, extended_retries,
           jsonb_array_length(attempts) as attempts,
           attempts @> '[{"error": null}]' as was_delivered
         from webhook_deliveries
         where merchant = taken.merchant and lane = taken.lane and status = 'pending'
         order by no limit 1
       ) as d
       join events e on e.merchant = taken.merchant and e.id = d.event_id
     order by taken.place`,
    [lanes.map(({ merchant }) => merchant), lanes.map(({ lane }) => lane)],
  )
  return rows.flatMap((row) => {
    const lane = lanes[row.place - 1]
    return lane ? [{ ...lane, delivery: toDelivery(row) }] : []
  })
}

type TurnRow = {
  place: number
  id: string
  event_id: string
  kind: EventKind
  receipt_id: string | null
  url: string
  signature: string
  standard_signature: string
  extended_retries: boolean
  attempts: number
  was_delivered: boolean
  body: string
  happened_at: string
}

function toDelivery(row: TurnRow): Turn['delivery'] {
  return {
    id: row.id,
    eventId: row.event_id,
    kind: row.kind,
    happenedAt: toTime(row.happened_at),
    signatures: { signature: row.signature, standardSignature: row.standard_signature },
    receiptId: row.receipt_id,
    url: row.url,
    body: row.body,
    extendedRetries: row.extended_retries,
    attempts: row.attempts,
    wasDelivered: row.was_delivered,
  }
}
