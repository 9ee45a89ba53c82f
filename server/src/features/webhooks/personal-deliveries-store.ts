import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Signatures } from '../../platform/outbound/sign-body.js'
import type { WebhookKind } from './webhook-kind.js'

/** A signed delivery with the body it is signed for, and the key that signs for its receipt's own address. */
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

type Row = {
  id: string
  event_id: string
  kind: WebhookKind
  endpoint_id: string | null
  key_id: string | null
  signature: string
  url: string
  body: string
  signed_at: string
}

/** Lists the signed deliveries about receipts. */
export async function listSignedDeliveries(
  db: Queryable,
  { merchant, receiptIds }: { merchant: Address; receiptIds: readonly string[] },
): Promise<SignedDelivery[]> {
  const { rows } = await db.query<Row>(
    `select d.id, d.event_id, d.kind, d.endpoint_id, r.key_id, d.signature, d.url, e.body,
       coalesce(d.signed_at, e.created_at) as signed_at
     from webhook_deliveries d
     join events e on e.merchant = d.merchant and e.id = d.event_id
     left join receipts r on r.merchant = d.merchant and r.id = d.receipt_id
     where d.merchant = $1 and d.receipt_id = any($2) and d.signature is not null
     order by d.no`,
    [merchant, receiptIds],
  )
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    kind: row.kind,
    endpointId: row.endpoint_id,
    keyId: row.key_id,
    signature: row.signature,
    url: row.url,
    body: row.body,
    signedAt: toTime(row.signed_at),
  }))
}

/** Replaces the signatures of a delivery. One without can no longer be sent, so a pending one fails. */
export async function updateSignatures(
  db: Queryable,
  input: { merchant: Address; id: string; signatures: Signatures | null },
): Promise<void> {
  const { merchant, id, signatures } = input
  await db.query(
    `update webhook_deliveries set signature = $3, standard_signature = $4,
       status = case when $3::text is null and status = 'pending' then 'failed' else status end
     where merchant = $1 and id = $2`,
    [merchant, id, signatures?.signature ?? null, signatures?.standardSignature ?? null],
  )
}
