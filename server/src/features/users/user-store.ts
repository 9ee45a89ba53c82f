import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import { handleKeyOf } from './profile/handle.js'
import { handleKey } from './profile/profile-store.js'
import type { FollowDirection, User } from './user.js'

const userColumns = defineColumns<User>({
  id: 'text',
  wallet: 'text',
  displayName: 'text',
  handle: 'text',
  bio: 'text',
  avatarHash: 'text',
  xp: { kind: 'number', sql: 'shown.xp' },
  sales: { kind: 'int', sql: 'shown.sales' },
  purchases: { kind: 'int', sql: 'shown.purchases' },
  followers: { kind: 'int', sql: 'shown.followers' },
  following: { kind: 'int', sql: 'shown.following' },
  joinedAt: { kind: 'time', name: 'created_at' },
  lastSeenAt: { kind: 'time', sql: 'user_presence.seen_at' },
})
const followColumns = userColumns.with<{ of: Address }>({
  of: { kind: 'text', sql: 'given.wallet' },
})
const columns = userColumns.fieldsOf('users')

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
  return userColumns.list(
    db,
    `select ${columns} from ${publicUsers} where shown.wallet = any($1)
     union all
     select ${columns} from ${publicUsers}
     where ${handleKey} = any($2) and shown.wallet <> all($1)`,
    [wallets, handles.map(handleKeyOf)],
  )
}

/** Lists public users seen since a time, the latest first. */
export async function listSeen(
  db: Queryable,
  { since, limit }: { since: number; limit: number },
): Promise<User[]> {
  return userColumns.list(
    db,
    `select ${columns} from ${publicUsers} where user_presence.seen_at >= $1
     order by user_presence.seen_at desc, shown.wallet limit $2`,
    [since, limit],
  )
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
  const follows = await followColumns.list(
    db,
    `select ${followColumns.fieldsOf('users')}
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
  for (const { of, ...user } of follows) lists.get(of)?.push(user)
  return lists
}

/** Lists the public users whom a wallet follows, public or not, the newest follow first. */
export async function listFollowed(
  db: Queryable,
  { wallet, limit, offset }: { wallet: Address; limit: number; offset: number },
): Promise<User[]> {
  return userColumns.list(
    db,
    `select ${columns} from user_follows join (${publicUsers}) on shown.wallet = followed
     where follower = $1 order by user_follows.created_at desc, followed limit $2 offset $3`,
    [wallet, limit, offset],
  )
}
