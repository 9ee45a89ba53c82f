import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { WebhookKind } from '../webhook-kind.js'

/**
 * A signed delivery with the body it is signed for, and the key that signs for its receipt's own
 * address.
 */
export type SignedDelivery = {
  id: string
  eventId: string
  kind: WebhookKind
  endpointId: string | null
  keyId: string | null
  signature: string
  url: string
  body: string
  signedAt: UnixMs
}

/** Lists the signed deliveries about receipts. */
export async function listSignedDeliveries(
  db: Queryable,
  { merchant, receiptIds }: { merchant: Address; receiptIds: readonly string[] },
): Promise<SignedDelivery[]> {
  const { rows } = await db.query<Omit<SignedDelivery, 'signedAt'> & { signed_at: string }>(
    `select d.id, d.event_id as "eventId", d.kind, d.endpoint_id as "endpointId", r.key_id as "keyId",
       d.signature, d.url, e.body, d.signed_at
     from webhook_deliveries d
     join events e on e.merchant = d.merchant and e.id = d.event_id
     left join receipts r on r.merchant = d.merchant and r.id = d.receipt_id
     where d.merchant = $1 and d.receipt_id = any($2) and d.signature is not null
     order by d.no`,
    [merchant, receiptIds],
  )
  return rows.map(({ signed_at, ...row }) => ({ ...row, signedAt: toTime(signed_at) }))
}
