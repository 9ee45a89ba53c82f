import type { Address } from '../lib/hex.js'
import type { UnixMs } from '../lib/time.js'
import type { Queryable } from '../platform/db/db.js'
import type { Scope } from './scopes.js'

/** The holder of a developer key. */
export type Developer = { keyId: string; wallet: Address; scopes: readonly Scope[] }

type DeveloperRow = { key_id: string; merchant: Address; scopes: Scope[] }

/** The holder of the key with this hash, unless it was revoked. */
export async function findDeveloperByHash(db: Queryable, hash: Buffer): Promise<Developer | null> {
  const { rows } = await db.query<DeveloperRow>(
    `select k.id as key_id, k.merchant, k.scopes
     from developer_key_hashes h
     join developer_keys k on k.merchant = h.merchant and k.id = h.key_id
     where h.hash = $1 and k.revoked_at is null`,
    [hash],
  )
  const row = rows[0]
  return row ? { keyId: row.key_id, wallet: row.merchant, scopes: row.scopes } : null
}

/** Adds a key and, if need be, its merchant. A key whose hash is known already changes nothing. */
export async function insertDeveloperKey(
  db: Queryable,
  key: Developer & { hash: Buffer; name: string; createdAt: UnixMs },
): Promise<void> {
  await db.query(
    `with known as (
       insert into developer_key_hashes (hash, merchant, key_id) values ($1, $2, $3)
       on conflict (hash) do nothing
       returning merchant, key_id
     ), owner as (
       insert into merchants (wallet, created_at) values ($2, $6)
       on conflict (wallet) do nothing
     )
     insert into developer_keys (merchant, id, name, scopes, created_at)
     select merchant, key_id, $4, $5, $6 from known`,
    [key.hash, key.wallet, key.keyId, key.name, key.scopes, key.createdAt],
  )
}
