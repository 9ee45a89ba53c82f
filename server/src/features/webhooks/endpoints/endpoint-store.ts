import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Endpoint } from '../endpoint.js'
import type { SealedSecrets } from '../secrets/sealed-secrets.js'
import { toPrevious } from '../secrets/shop-secret-store.js'

/** An endpoint with its encrypted signing secrets. */
export type SealedEndpoint = Endpoint & SealedSecrets

type EndpointRow = Omit<SealedEndpoint, 'previous' | 'createdAt'> & {
  previous_sealed_secret: Buffer | null
  previous_until: string | null
  created_at: string
}

const columns = `merchant, id, url, events, is_enabled as "isEnabled",
  extended_retries as "extendedRetries", sealed_secret as "sealedSecret", previous_sealed_secret,
  previous_until, rotation_id as "rotationId", created_at`

/** Lists the enabled endpoints of merchants, oldest first, and locks them against changes. */
export async function listEnabledEndpoints(
  db: Queryable,
  merchants: readonly Address[],
): Promise<SealedEndpoint[]> {
  const { rows } = await db.query<EndpointRow>(
    `select ${columns} from webhook_endpoints
     where merchant = any($1) and is_enabled order by created_at, id for share`,
    [merchants],
  )
  return rows.map(toEndpoint)
}

/** Lists a merchant's endpoints, oldest first. */
export async function listEndpoints(db: Queryable, merchant: Address): Promise<Endpoint[]> {
  const { rows } = await db.query<EndpointRow>(
    `select ${columns} from webhook_endpoints where merchant = $1 order by created_at, id`,
    [merchant],
  )
  return rows.map(toEndpoint)
}

export async function findEndpoint(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<SealedEndpoint | null> {
  const { rows } = await db.query<EndpointRow>(
    `select ${columns} from webhook_endpoints where merchant = $1 and id = $2`,
    [merchant, id],
  )
  return rows[0] ? toEndpoint(rows[0]) : null
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

function toEndpoint(row: EndpointRow): SealedEndpoint {
  const { previous_sealed_secret, previous_until, created_at, ...endpoint } = row
  return {
    ...endpoint,
    previous: toPrevious(previous_sealed_secret, previous_until),
    createdAt: toTime(created_at),
  }
}
