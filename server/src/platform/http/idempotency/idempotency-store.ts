import { type UnixMs, unixMs } from '../../../lib/time.js'
import { databaseNow, valuesOf } from '../../db/columns.js'
import type { Queryable } from '../../db/db.js'
import { defineColumns } from '../../db/define-columns.js'

/** `response` is `null` while the first request is running. */
export type StoredKey = { requestHash: Buffer; response: { status: number; body: string } | null }

type KeyRow = {
  owner: string
  key: string
  requestHash: Buffer
  seed: Buffer
  leasedBy: string
  leasedUntil: UnixMs
  /** Null before the response. */
  status: number | null
  body: string | null
  createdAt: UnixMs
}

const keyColumns = defineColumns<KeyRow>({
  owner: 'text',
  key: 'text',
  requestHash: 'bytes',
  seed: 'bytes',
  leasedBy: 'text',
  leasedUntil: 'time',
  status: 'int',
  body: 'text',
  createdAt: 'time',
})
const foundColumns = keyColumns.pick('requestHash', 'status', 'body')

/**
 * Claims a new key, or one whose lease on the same request has expired. Returns the seed for the
 * ids that the request creates, or `null` when the key is taken.
 */
export async function claimKey(
  db: Queryable,
  claim: {
    owner: string
    key: string
    requestHash: Buffer
    seed: Buffer
    holder: string
    leaseMs: number
    now: UnixMs
  },
): Promise<Buffer | null> {
  const { rows } = await db.query<{ seed: Buffer }>(
    `insert into idempotency_keys as k
       (owner, key, request_hash, seed, leased_by, leased_until, created_at)
     values ($1, $2, $3, $4, $5, ${databaseNow} + $6::bigint, $7)
     on conflict (owner, key) do update
     set leased_by = excluded.leased_by, leased_until = excluded.leased_until
     where k.status is null and k.request_hash = excluded.request_hash
       and k.leased_until <= ${databaseNow}
     returning seed`,
    [claim.owner, claim.key, claim.requestHash, claim.seed, claim.holder, claim.leaseMs, claim.now],
  )
  return rows[0]?.seed ?? null
}

export async function findKey(
  db: Queryable,
  { owner, key }: { owner: string; key: string },
): Promise<StoredKey | null> {
  const stored = await foundColumns.find(
    db,
    `select ${foundColumns.fields} from idempotency_keys where owner = $1 and key = $2`,
    [owner, key],
  )
  if (!stored) return null
  const { requestHash, status, body } = stored
  return { requestHash, response: status === null ? null : { status, body: body ?? '' } }
}

/** Stores the response, unless another process has claimed the key in the meantime. */
export async function storeResponse(
  db: Queryable,
  response: { owner: string; key: string; holder: string; status: number; body: string },
): Promise<void> {
  await db.query(
    `update idempotency_keys set status = $4, body = $5
     where owner = $1 and key = $2 and leased_by = $3`,
    [response.owner, response.key, response.holder, response.status, response.body],
  )
}

/** A response with the request that it belongs to. */
export type KeyedResponse = Pick<KeyRow, 'owner' | 'key' | 'requestHash' | 'seed'> & {
  status: number
  body: string
}

/** Stores responses of requests that had no key in the database, or a key without a response. */
export async function insertResponses(
  db: Queryable,
  responses: readonly (KeyedResponse & { at: UnixMs })[],
): Promise<void> {
  await db.query(
    `insert into idempotency_keys as k (${keyColumns.names}) select * from ${keyColumns.unnest}
     on conflict (owner, key) do update set status = excluded.status, body = excluded.body
     where k.status is null and k.request_hash = excluded.request_hash`,
    keyColumns.batchOf(
      responses.map(({ at: createdAt, ...response }) => ({
        ...response,
        leasedBy: 'outage',
        leasedUntil: unixMs(0),
        createdAt,
      })),
    ),
  )
}

/** Lists the keys that were used for other requests than these. */
export async function listOtherRequests(
  db: Queryable,
  requests: readonly Pick<KeyedResponse, 'owner' | 'key' | 'requestHash'>[],
): Promise<{ owner: string; key: string }[]> {
  const { rows } = await db.query<{ owner: string; key: string }>(
    `select k.owner, k.key from idempotency_keys as k
       join unnest($1::text[], $2::text[], $3::bytea[]) as given (owner, key, hash)
       on given.owner = k.owner and given.key = k.key
     where k.request_hash <> given.hash`,
    [...valuesOf(requests, ['owner', 'key', 'requestHash'])],
  )
  return rows
}

/** Deletes the key of a rejected request, so that a retry runs again. */
export async function releaseKey(
  db: Queryable,
  claim: { owner: string; key: string; holder: string },
): Promise<void> {
  await db.query(
    `delete from idempotency_keys
     where owner = $1 and key = $2 and leased_by = $3 and status is null`,
    [claim.owner, claim.key, claim.holder],
  )
}

/** Ends the lease of a failed request. It may have had an effect, so retries reuse its seed. */
export async function expireClaim(
  db: Queryable,
  claim: { owner: string; key: string; holder: string },
): Promise<void> {
  await db.query(
    `update idempotency_keys set leased_until = 0
     where owner = $1 and key = $2 and leased_by = $3 and status is null`,
    [claim.owner, claim.key, claim.holder],
  )
}

/** Deletes keys first used before `before` and returns how many. */
export async function deleteOldKeys(db: Queryable, before: UnixMs): Promise<number> {
  const { rowCount } = await db.query('delete from idempotency_keys where created_at < $1', [
    before,
  ])
  return rowCount
}

/** Lists the stored responses of an owner that contain one of these texts. */
export async function listResponses(
  db: Queryable,
  { owner, texts }: { owner: string; texts: readonly string[] },
): Promise<{ key: string; body: string }[]> {
  const { rows } = await db.query<{ key: string; body: string }>(
    `select key, body from idempotency_keys
     where owner = $1 and body is not null
       and exists (select from unnest($2::text[]) as wanted (text) where position(text in body) > 0)`,
    [owner, texts],
  )
  return rows
}

export async function updateResponse(
  db: Queryable,
  { owner, key, body }: { owner: string; key: string; body: string },
): Promise<void> {
  await db.query('update idempotency_keys set body = $3 where owner = $1 and key = $2', [
    owner,
    key,
    body,
  ])
}
