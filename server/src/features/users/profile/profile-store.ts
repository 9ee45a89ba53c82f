import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import { handleKeyOf } from './handle.js'

/** A profile as its owner sees it. */
export type Profile = {
  id: string
  wallet: Address
  handle: string
  displayName: string
  bio: string
  isPublic: boolean
  avatarHash: string | null
  createdAt: UnixMs
  updatedAt: UnixMs
}

const profileColumns = defineColumns<Profile>({
  id: 'text',
  wallet: 'text',
  handle: 'text',
  displayName: 'text',
  bio: 'text',
  isPublic: 'boolean',
  avatarHash: 'text',
  createdAt: 'time',
  updatedAt: 'time',
})

/** SQL of the form that handles are found by, which the index of handles has. */
export const handleKey = 'lower(users.handle collate "C")'

export async function findProfile(db: Queryable, wallet: Address): Promise<Profile | null> {
  return profileColumns.find(db, `select ${profileColumns.fields} from users where wallet = $1`, [
    wallet,
  ])
}

/** Serializes changes to the profile of a wallet, which may not exist yet. */
export async function lockWallet(db: Queryable, wallet: Address): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 52))', [`profile ${wallet}`])
}

/**
 * Locks profiles until the transaction ends, always in the same order, and returns them. While a
 * profile is locked, no follow of or by its user begins or ends.
 */
export async function lockProfiles(db: Queryable, wallets: readonly Address[]): Promise<Profile[]> {
  return profileColumns.list(
    db,
    `select ${profileColumns.fields} from users where wallet = any($1) order by wallet for no key update`,
    [wallets],
  )
}

/** Finds the wallet of a handle, public or not. */
export async function findWalletOfHandle(db: Queryable, handle: string): Promise<Address | null> {
  const { rows } = await db.query<{ wallet: Address }>(
    `select wallet from users where ${handleKey} = $1`,
    [handleKeyOf(handle)],
  )
  return rows[0]?.wallet ?? null
}

export async function upsertProfile(db: Queryable, profile: Profile): Promise<void> {
  await db.query(
    `insert into users (
       wallet, id, handle, display_name, bio, is_public, created_at, updated_at
     ) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (wallet) do update
     set handle = excluded.handle, display_name = excluded.display_name, bio = excluded.bio,
       is_public = excluded.is_public, updated_at = excluded.updated_at`,
    [
      profile.wallet,
      profile.id,
      profile.handle,
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

/** Records that a public user was seen, unless that was recorded at or after `notSince`. */
export async function recordSeen(
  db: Queryable,
  { wallet, now, notSince }: { wallet: Address; now: UnixMs; notSince: UnixMs },
): Promise<void> {
  await db.query(
    `insert into user_presence (wallet, seen_at)
     select wallet, $2 from public_users where wallet = $1 for key share
     on conflict (wallet) do update set seen_at = excluded.seen_at
     where user_presence.seen_at < $3`,
    [wallet, now, notSince],
  )
}
