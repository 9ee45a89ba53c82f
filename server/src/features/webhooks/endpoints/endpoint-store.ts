import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Endpoint } from '../endpoint.js'
import type { SealedSecrets } from '../secrets/sealed-secrets.js'
import { secretColumns, toSecrets } from '../secrets/shop-secret-store.js'

/** An endpoint with its encrypted signing secrets. */
export type SealedEndpoint = Endpoint & SealedSecrets

const columns = secretColumns.with<Endpoint>({
  merchant: 'text',
  id: 'text',
  url: 'text',
  events: 'texts',
  isEnabled: 'boolean',
  extendedRetries: 'boolean',
  createdAt: 'time',
})

/** Lists the enabled endpoints of merchants, oldest first, and locks them against changes. */
export async function listEnabledEndpoints(
  db: Queryable,
  merchants: readonly Address[],
): Promise<SealedEndpoint[]> {
  const stored = await columns.list(
    db,
    `select ${columns.fields} from webhook_endpoints
     where merchant = any($1) and is_enabled order by created_at, id for share`,
    [merchants],
  )
  return stored.map(toSecrets)
}

/** Lists a merchant's endpoints, oldest first. */
export async function listEndpoints(db: Queryable, merchant: Address): Promise<Endpoint[]> {
  const stored = await columns.list(
    db,
    `select ${columns.fields} from webhook_endpoints where merchant = $1 order by created_at, id`,
    [merchant],
  )
  return stored.map(toSecrets)
}

export async function findEndpoint(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<SealedEndpoint | null> {
  const stored = await columns.find(
    db,
    `select ${columns.fields} from webhook_endpoints where merchant = $1 and id = $2`,
    [merchant, id],
  )
  return stored && toSecrets(stored)
}

export async function insertEndpoint(
  db: Queryable,
  endpoint: Endpoint & Pick<SealedEndpoint, 'sealedSecret'>,
): Promise<void> {
  await db.query(
    `insert into webhook_endpoints (
       merchant, id, url, events, is_enabled, extended_retries, sealed_secret, created_at, updated_at
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [
      endpoint.merchant,
      endpoint.id,
      endpoint.url,
      endpoint.events,
      endpoint.isEnabled,
      endpoint.extendedRetries,
      endpoint.sealedSecret,
      endpoint.createdAt,
    ],
  )
}

/** Updates the settings of an endpoint. Its secret and creation time stay. */
export async function updateEndpoint(
  db: Queryable,
  { endpoint, now }: { endpoint: Endpoint; now: UnixMs },
): Promise<void> {
  await db.query(
    `update webhook_endpoints
     set url = $3, events = $4, is_enabled = $5, extended_retries = $6, updated_at = $7
     where merchant = $1 and id = $2`,
    [
      endpoint.merchant,
      endpoint.id,
      endpoint.url,
      endpoint.events,
      endpoint.isEnabled,
      endpoint.extendedRetries,
      now,
    ],
  )
}

/** Replaces the secrets of an endpoint. */
export async function updateEndpointSecrets(
  db: Queryable,
  { endpoint, now }: { endpoint: SealedEndpoint; now: UnixMs },
): Promise<void> {
  await db.query(
    `update webhook_endpoints set sealed_secret = $3, previous_sealed_secret = $4,
       previous_until = $5, rotation_id = $6, updated_at = $7
     where merchant = $1 and id = $2`,
    [
      endpoint.merchant,
      endpoint.id,
      endpoint.sealedSecret,
      endpoint.previous?.sealedSecret ?? null,
      endpoint.previous?.until ?? null,
      endpoint.rotationId,
      now,
    ],
  )
}

/** Deletes an endpoint. */
export async function deleteEndpoint(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<void> {
  await db.query('delete from webhook_endpoints where merchant = $1 and id = $2', [merchant, id])
}
