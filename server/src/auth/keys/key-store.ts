import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import { isInForce } from '../merchants/plan-store.js'
import type { Scope } from '../scopes.js'
import type { KeyTerms } from './developer.js'

/** A key as its merchant sees it. The key itself is shown once and stored only encrypted. */
export type DeveloperKey = {
  id: string
  prefix: string
  name: string
  scopes: readonly Scope[]
  subscriptionId: string
  createdAt: UnixMs
  lastUsedAt: UnixMs | null
  /** Set by a rotation: the key works until then. */
  expiresAt: UnixMs | null
}

const lastUsedPrecisionMs = 60_000

/** The terms of a key. The starter plan applies once its plan has ended at the time `now`. */
const termsAt = (now: string) =>
  defineColumns<KeyTerms>({
    keyId: { kind: 'text', name: 'id' },
    merchant: 'text',
    scopes: 'texts',
    subscriptionId: 'text',
    plan: { kind: 'text', sql: `case when ${isInForce('s', now)} then s.plan end` },
    callsPerMinute: {
      kind: 'int',
      sql: `case when ${isInForce('s', now)} then s.calls_per_minute end`,
    },
    isSuspended: { kind: 'boolean', sql: 'm.suspended_at is not null' },
  })
const termsAtSecond = termsAt('$2')
const termsAtThird = termsAt('$3')

/** Returns the terms of the active key with this hash. Updates `last_used_at` once a minute. */
export async function useKeyByHash(
  db: Queryable,
  { hash, now }: { hash: Buffer; now: UnixMs },
): Promise<KeyTerms | null> {
  return termsAtSecond.find(
    db,
    `with found as (
       select k.merchant, k.id, k.scopes, k.subscription_id, k.last_used_at
       from developer_key_hashes h
       join developer_keys k on k.merchant = h.merchant and k.id = h.key_id
       where h.hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)
     ), noted as (
       update developer_keys k set last_used_at = $2
       from found f
       where k.merchant = f.merchant and k.id = f.id
         and (f.last_used_at is null or f.last_used_at <= $2 - $3::bigint)
     )
     select ${termsAtSecond.fieldsOf('f')}
     from found f
     join merchants m on m.wallet = f.merchant
     left join plan_subscriptions s on s.merchant = f.merchant and s.id = f.subscription_id`,
    [hash, now, lastUsedPrecisionMs],
  )
}

/** Lists the terms of those keys that are active. */
export async function listActiveTerms(
  db: Queryable,
  { keys, now }: { keys: readonly { merchant: Address; id: string }[]; now: UnixMs },
): Promise<KeyTerms[]> {
  return termsAtThird.list(
    db,
    `select ${termsAtThird.fieldsOf('k')}
     from unnest($1::text[], $2::text[]) as wanted (merchant, id)
     join developer_keys k on k.merchant = wanted.merchant and k.id = wanted.id
     join merchants m on m.wallet = k.merchant
     left join plan_subscriptions s on s.merchant = k.merchant and s.id = k.subscription_id
     where k.revoked_at is null and (k.expires_at is null or k.expires_at > $3)`,
    [keys.map(({ merchant }) => merchant), keys.map(({ id }) => id), now],
  )
}

type NewKey = Omit<DeveloperKey, 'lastUsedAt' | 'expiresAt'> & {
  merchant: Address
  hash: Buffer
  sealed: Buffer
}

/** Inserts a key. Returns false when the id exists, in any state. */
export async function insertDeveloperKey(db: Queryable, key: NewKey): Promise<boolean> {
  const { rowCount } = await db.query(
    `with made as (
       insert into developer_keys
         (merchant, id, name, scopes, subscription_id, prefix, sealed, created_at)
       values ($2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (merchant, id) do nothing
       returning merchant, id
     )
     insert into developer_key_hashes (hash, merchant, key_id)
     select $1, merchant, id from made
     on conflict (hash) do update set key_id = excluded.key_id
     where developer_key_hashes.merchant = excluded.merchant`,
    [
      key.hash,
      key.merchant,
      key.id,
      key.name,
      key.scopes,
      key.subscriptionId,
      key.prefix,
      key.sealed,
      key.createdAt,
    ],
  )
  return rowCount === 1
}

const keyColumns = defineColumns<DeveloperKey>({
  id: 'text',
  prefix: { kind: 'text', sql: `coalesce(prefix, '')` },
  name: 'text',
  scopes: 'texts',
  subscriptionId: { kind: 'text', sql: `coalesce(subscription_id, '')` },
  createdAt: 'time',
  lastUsedAt: 'time',
  expiresAt: 'time',
})

/** Lists the active keys of a merchant, newest first. */
export async function listDeveloperKeys(
  db: Queryable,
  { merchant, now }: { merchant: Address; now: UnixMs },
): Promise<DeveloperKey[]> {
  return keyColumns.list(
    db,
    `select ${keyColumns.fields} from developer_keys
     where merchant = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
     order by created_at desc, id`,
    [merchant, now],
  )
}

/** Returns an active key of a merchant. */
export async function findDeveloperKey(
  db: Queryable,
  { merchant, id, now }: { merchant: Address; id: string; now: UnixMs },
): Promise<DeveloperKey | null> {
  return keyColumns.find(
    db,
    `select ${keyColumns.fields} from developer_keys
     where merchant = $1 and id = $2 and revoked_at is null
       and (expires_at is null or expires_at > $3)`,
    [merchant, id, now],
  )
}

/** Returns a key of a merchant, active or not. */
export async function findFormerKey(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<DeveloperKey | null> {
  return keyColumns.find(
    db,
    `select ${keyColumns.fields} from developer_keys where merchant = $1 and id = $2`,
    [merchant, id],
  )
}

/** Sets when a key expires. Returns false when it has an expiry or does not exist. */
export async function expireDeveloperKey(
  db: Queryable,
  key: { merchant: Address; id: string; expiresAt: UnixMs },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update developer_keys set expires_at = $3
     where merchant = $1 and id = $2 and revoked_at is null and expires_at is null`,
    [key.merchant, key.id, key.expiresAt],
  )
  return rowCount === 1
}

/** Revokes a key. Returns false when it was revoked before or does not exist. */
export async function revokeDeveloperKey(
  db: Queryable,
  key: { merchant: Address; id: string; revokedAt: UnixMs },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update developer_keys set revoked_at = $3
     where merchant = $1 and id = $2 and revoked_at is null`,
    [key.merchant, key.id, key.revokedAt],
  )
  return rowCount === 1
}

/** Returns the encrypted copy of a key, active or not: its signatures must stay verifiable. */
export async function findSealedKey(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<Buffer | null> {
  const { rows } = await db.query<{ sealed: Buffer | null }>(
    'select sealed from developer_keys where merchant = $1 and id = $2',
    [merchant, id],
  )
  return rows[0]?.sealed ?? null
}
