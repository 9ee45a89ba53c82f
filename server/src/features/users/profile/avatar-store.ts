import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'

export type Avatar = { hash: string; type: string; content: Buffer }

/** Stores the picture of a profile. Returns false when there is no profile. */
export async function replaceAvatar(
  db: Queryable,
  { wallet, hash, type, content }: Avatar & { wallet: Address },
): Promise<boolean> {
  const { rowCount } = await db.query('update users set avatar_hash = $2 where wallet = $1', [
    wallet,
    hash,
  ])
  if (rowCount === 0) return false
  await db.query(
    `insert into user_avatars (wallet, hash, type, content) values ($1, $2, $3, $4)
     on conflict (wallet) do update
     set hash = excluded.hash, type = excluded.type, content = excluded.content`,
    [wallet, hash, type, content],
  )
  return true
}

export async function deleteAvatar(db: Queryable, wallet: Address): Promise<void> {
  await db.query('update users set avatar_hash = null where wallet = $1', [wallet])
  await db.query('delete from user_avatars where wallet = $1', [wallet])
}

export async function findAvatar(db: Queryable, wallet: Address): Promise<Avatar | null> {
  const { rows } = await db.query<Avatar>(
    'select hash, type, content from user_avatars where wallet = $1',
    [wallet],
  )
  return rows[0] ?? null
}

/** Finds a picture by its hash, if it belongs to a public user. */
export async function findPublicAvatar(db: Queryable, hash: string): Promise<Avatar | null> {
  const { rows } = await db.query<Avatar>(
    `select hash, type, content from user_avatars join public_users using (wallet)
     where hash = $1 limit 1`,
    [hash],
  )
  return rows[0] ?? null
}
