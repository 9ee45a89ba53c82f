import type { Address } from '../../../lib/hex.js'
import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import { handleKeyOf } from './handle.js'
import type { Profile } from './profile.js'

type ProfileRow = {
  id: string
  wallet: Address
  handle: string
  display_name: string
  bio: string
  is_public: boolean
  avatar_hash: string | null
  created_at: string
  updated_at: string
}

const columns =
  'id, wallet, handle, display_name, bio, is_public, avatar_hash, created_at, updated_at'

export async function findProfile(db: Queryable, wallet: Address): Promise<Profile | null> {
  const { rows } = await db.query<ProfileRow>(`select ${columns} from users where wallet = $1`, [
    wallet,
  ])
  return rows[0] ? toProfile(rows[0]) : null
}

/** Serializes changes to the profile of a wallet, which may not exist yet, until the transaction ends. */
export async function lockWallet(db: Queryable, wallet: Address): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 52))', [`profile ${wallet}`])
}

/**
 * Locks profiles until the transaction ends, always in the same order, and returns them. While a profile is locked, no follow
 * of or by its user begins or ends.
 */
export async function lockProfiles(db: Queryable, wallets: readonly Address[]): Promise<Profile[]> {
  const { rows } = await db.query<ProfileRow>(
    `select ${columns} from users where wallet = any($1) order by wallet for no key update`,
    [wallets],
  )
  return rows.map(toProfile)
}

/** Finds the wallet of a handle, public or not. */
export async function findWalletOfHandle(db: Queryable, handle: string): Promise<Address | null> {
  const { rows } = await db.query<{ wallet: Address }>(
    'select wallet from users where handle_key = $1',
    [handleKeyOf(handle)],
  )
  return rows[0]?.wallet ?? null
}

export async function upsertProfile(db: Queryable, profile: Profile): Promise<void> {
  await db.query(
    `insert into users (
       wallet, id, handle, handle_key, display_name, bio, is_public, created_at, updated_at
     ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (wallet) do update
     set handle = excluded.handle, handle_key = excluded.handle_key,
       display_name = excluded.display_name, bio = excluded.bio, is_public = excluded.is_public,
       updated_at = excluded.updated_at`,
    [
      profile.wallet,
      profile.id,
      profile.handle,
      handleKeyOf(profile.handle),
      profile.displayName,
      profile.bio,
      profile.isPublic,
      profile.createdAt,
      profile.updatedAt,
    ],
  )
}

export async function deleteProfile(db: Queryable, wallet: Address): Promise<void> {
  await db.query('delete from users where wallet = $1', [wallet])
}

function toProfile(row: ProfileRow): Profile {
  return {
    id: row.id,
    wallet: row.wallet,
    handle: row.handle,
    displayName: row.display_name,
    bio: row.bio,
    isPublic: row.is_public,
    avatarHash: row.avatar_hash,
    createdAt: toTime(row.created_at),
    updatedAt: toTime(row.updated_at),
  }
}
