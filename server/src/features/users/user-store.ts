import type { Address } from '../../lib/hex.js'
import { toTime, toTimeOrNull } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import { handleKeyOf } from './profile/handle.js'
import { handleKey } from './profile/profile-store.js'
import type { FollowDirection, User } from './user.js'

type UserRow = {
  id: string
  wallet: Address
  display_name: string
  handle: string
  bio: string
  avatar_hash: string | null
  xp: string
  sales: number
  purchases: number
  followers: number
  following: number
  created_at: string
  seen_at: string | null
}

const columns = `users.id, users.wallet, users.display_name, users.handle, users.bio, users.avatar_hash,
  shown.xp, shown.sales, shown.purchases, shown.followers, shown.following, users.created_at,
  user_presence.seen_at`

/** Joins public users. Private ones have no row in public_users. */
const publicUsers = `public_users as shown
  join users on users.wallet = shown.wallet
  left join user_presence on user_presence.wallet = shown.wallet`

/** Finds public users by wallet or handle, in any case. Unknown and private ones are absent. */
export async function findUsers(
  db: Queryable,
  { wallets = [], handles = [] }: { wallets?: readonly string[]; handles?: readonly string[] },
): Promise<User[]> {
  if (wallets.length === 0 && handles.length === 0) return []
  const { rows } = await db.query<UserRow>(
    `select ${columns} from ${publicUsers} where shown.wallet = any($1)
     union all
     select ${columns} from ${publicUsers}
     where ${handleKey} = any($2) and shown.wallet <> all($1)`,
    [wallets, handles.map(handleKeyOf)],
  )
  return rows.map(toUser)
}

/** Lists public users seen since a time, the latest first. */
export async function listSeen(
  db: Queryable,
  { since, limit }: { since: number; limit: number },
): Promise<User[]> {
  const { rows } = await db.query<UserRow>(
    `select ${columns} from ${publicUsers} where user_presence.seen_at >= $1
     order by user_presence.seen_at desc, shown.wallet limit $2`,
    [since, limit],
  )
  return rows.map(toUser)
}

/** Lists the public followers of each wallet, or those it follows, the newest follow first. */
export async function listFollows(
  db: Queryable,
  input: {
    wallets: readonly Address[]
    direction: FollowDirection
    limit: number
    offset: number
  },
): Promise<Map<Address, User[]>> {
  const [side, otherSide] =
    input.direction === 'followers' ? ['followed', 'follower'] : ['follower', 'followed']
  const { rows } = await db.query<UserRow & { of: Address }>(
    `select given.wallet as of, ${columns}
     from unnest($1::text[]) as given (wallet)
     join public_users as owner on owner.wallet = given.wallet
     cross join lateral (
       select ${otherSide} as wallet, user_follows.created_at from user_follows
       join public_users on public_users.wallet = ${otherSide}
       where ${side} = given.wallet
       order by user_follows.created_at desc, ${otherSide} limit $2 offset $3
     ) as listed
     join (${publicUsers}) on shown.wallet = listed.wallet
     order by given.wallet, listed.created_at desc, listed.wallet`,
    [input.wallets, input.limit, input.offset],
  )
  const lists = new Map<Address, User[]>(input.wallets.map((wallet) => [wallet, []]))
  for (const { of, ...row } of rows) lists.get(of)?.push(toUser(row))
  return lists
}

/** Lists the public users whom a wallet follows, public or not, the newest follow first. */
export async function listFollowed(
  db: Queryable,
  { wallet, limit, offset }: { wallet: Address; limit: number; offset: number },
): Promise<User[]> {
  const { rows } = await db.query<UserRow>(
    `select ${columns} from user_follows join (${publicUsers}) on shown.wallet = followed
     where follower = $1 order by user_follows.created_at desc, followed limit $2 offset $3`,
    [wallet, limit, offset],
  )
  return rows.map(toUser)
}

function toUser(row: UserRow): User {
  return {
    id: row.id,
    wallet: row.wallet,
    displayName: row.display_name,
    handle: row.handle,
    bio: row.bio,
    avatarHash: row.avatar_hash,
    xp: Number(row.xp),
    sales: row.sales,
    purchases: row.purchases,
    followers: row.followers,
    following: row.following,
    joinedAt: toTime(row.created_at),
    lastSeenAt: toTimeOrNull(row.seen_at),
  }
}
