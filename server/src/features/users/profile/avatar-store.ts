import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'

/** Sets the picture of a profile by its hash. Returns false when there is no profile. */
export async function replaceAvatar(
  db: Queryable,
  { wallet, hash }: { wallet: Address; hash: string },
): Promise<boolean> {
  const { rowCount } = await db.query('update users set avatar_hash = $2 where wallet = $1', [
    wallet,
    hash,
  ])
  return rowCount > 0
}

export async function deleteAvatar(db: Queryable, wallet: Address): Promise<void> {
  await db.query('update users set avatar_hash = null where wallet = $1', [wallet])
}

/** Returns the hash of a profile's picture, or null. */
export async function findAvatarHash(db: Queryable, wallet: Address): Promise<string | null> {
  const { rows } = await db.query<{ avatar_hash: string | null }>(
    'select avatar_hash from users where wallet = $1',
    [wallet],
  )
  return rows[0]?.avatar_hash ?? null
}

/** Returns whether a public user has the picture with this hash. */
export async function isPublicAvatar(db: Queryable, hash: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from users join public_users using (wallet) where avatar_hash = $1 limit 1`,
    [hash],
  )
  return rowCount > 0
}

/** Returns those of these pictures that profiles show. */
export async function listAvatarHashes(
  db: Queryable,
  hashes: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ avatar_hash: string }>(
    'select distinct avatar_hash from users where avatar_hash = any($1)',
    [hashes],
  )
  return rows.map((row) => row.avatar_hash)
}
