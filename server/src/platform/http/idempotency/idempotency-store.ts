import type { UnixMs } from '../../../lib/time.js'
import { databaseNow } from '../../db/database-now.js'
import type { Queryable } from '../../db/db.js'

/** What is known of an idempotency key. */
export type Kept = { requestHash: Buffer; answer: { status: number; body: string } | null }

/**
 * Takes a key nobody has, or one whose holder has died over the same request. Returns the seed for the ids of
 * what is made, or `null` when somebody else has the key.
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

/** What is known of a key that somebody has. */
export async function findKept(
  db: Queryable,
  { owner, key }: { owner: string; key: string },
): Promise<Kept | null> {
  const { rows } = await db.query<{
    request_hash: Buffer
    status: number | null
    body: string | null
  }>('select request_hash, status, body from idempotency_keys where owner = $1 and key = $2', [
    owner,
    key,
  ])
  const row = rows[0]
  if (!row) return null
  const { request_hash: requestHash, status, body } = row
  return { requestHash, answer: status === null ? null : { status, body: body ?? '' } }
}

/** Keeps the answer, unless the key went to somebody else meanwhile. */
export async function keepAnswer(
  db: Queryable,
  kept: { owner: string; key: string; holder: string; status: number; body: string },
): Promise<void> {
  await db.query(
    `update idempotency_keys set status = $4, body = $5
     where owner = $1 and key = $2 and leased_by = $3`,
    [kept.owner, kept.key, kept.holder, kept.status, kept.body],
  )
}

/** Lets go of a key whose request was refused: the next attempt starts anew. */
export async function releaseKey(
  db: Queryable,
  kept: { owner: string; key: string; holder: string },
): Promise<void> {
  await db.query(
    `delete from idempotency_keys
     where owner = $1 and key = $2 and leased_by = $3 and status is null`,
    [kept.owner, kept.key, kept.holder],
  )
}

/** Leaves a key to the next attempt, which makes the same thing: whether this one did is not known. */
export async function abandonKey(
  db: Queryable,
  kept: { owner: string; key: string; holder: string },
): Promise<void> {
  await db.query(
    `update idempotency_keys set leased_until = 0
     where owner = $1 and key = $2 and leased_by = $3 and status is null`,
    [kept.owner, kept.key, kept.holder],
  )
}

/** Forgets keys first used before `before` and says how many. */
export async function deleteOldKeys(db: Queryable, before: UnixMs): Promise<number> {
  const { rowCount } = await db.query('delete from idempotency_keys where created_at < $1', [
    before,
  ])
  return rowCount
}
