import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'

export type Follow = { follower: Address; followed: Address }

/** Inserts a follow unless it exists, and returns whether it did. */
export async function insertFollow(
  db: Queryable,
  { follower, followed, now }: Follow & { now: UnixMs },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into user_follows (follower, followed, created_at) values ($1, $2, $3)
     on conflict (follower, followed) do nothing`,
    [follower, followed, now],
  )
  return rowCount > 0
}

/** Deletes a follow, and returns whether it existed. */
export async function deleteFollow(
  db: Queryable,
  { follower, followed }: Follow,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from user_follows where follower = $1 and followed = $2',
    [follower, followed],
  )
  return rowCount > 0
}

/** Locks every follow of and by a wallet, whose profile is locked, until the transaction ends. */
export async function lockFollows(db: Queryable, wallet: Address): Promise<void> {
  await db.query(
    `select from user_follows where follower = $1 or followed = $1
     order by follower, followed for update`,
    [wallet],
  )
}

/** Deletes every follow of and by a wallet. */
export async function deleteFollows(db: Queryable, wallet: Address): Promise<void> {
  await db.query('delete from user_follows where follower = $1', [wallet])
  await db.query('delete from user_follows where followed = $1', [wallet])
}

/** Counts the users that a wallet follows, up to a number. */
export async function countFollowing(
  db: Queryable,
  { follower, max }: { follower: Address; max: number },
): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `select count(*) as count from (
       select from user_follows where follower = $1 limit $2
     ) as counted`,
    [follower, max],
  )
  return Number(rows[0]?.count ?? 0)
}

/** Adds to the counts of both users. Private users have no counts, and are not counted. */
export async function addToCounts(
  db: Queryable,
  { follower, followed, count }: Follow & { count: 1 | -1 },
): Promise<void> {
  await db.query(
    `with both_users as (
       select wallet from public_users where wallet in ($1, $2)
       order by wallet for no key update
     )
     update public_users
     set following = following + case when public_users.wallet = $1 then $3::int else 0 end,
       followers = followers + case when public_users.wallet = $2 then $3::int else 0 end
     from both_users
     where public_users.wallet = both_users.wallet and (select count(*) from both_users) = 2`,
    [follower, followed, count],
  )
}
