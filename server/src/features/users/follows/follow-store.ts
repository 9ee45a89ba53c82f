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

/** Deletes every follow of and by a wallet. */
export async function deleteFollows(db: Queryable, wallet: Address): Promise<void> {
  await db.query('delete from user_follows where follower = $1', [wallet])
  await db.query('delete from user_follows where followed = $1', [wallet])
}

/** Counts the users that a wallet follows, up to a number. */
export async function countFollowing(
  db: Queryable,
  { follower, most }: { follower: Address; most: number },
): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `select count(*) as count from (
       select from user_follows where follower = $1 limit $2
     ) as found`,
    [follower, most],
  )
  return Number(rows[0]?.count ?? 0)
}

/** Adds to the counts of a follow. Only public users have counts, and private ones are not counted. */
export async function addToCounts(
  db: Queryable,
  { follower, followed, count }: Follow & { count: 1 | -1 },
): Promise<void> {
  await db.query(
    `update public_users as mine
     set following = following + case when wallet = $1 then $3::int else 0 end,
       followers = followers + case when wallet = $2 then $3::int else 0 end
     where wallet in ($1, $2) and exists (
       select 1 from public_users as other
       where other.wallet = case when mine.wallet = $1 then $2 else $1 end
     )`,
    [follower, followed, count],
  )
}

/** Lists all follows of a wallet, for an export. Private followers are left out: they are other people's data. */
export async function listAllFollows(
  db: Queryable,
  wallet: Address,
): Promise<{ followers: Address[]; following: Address[] }> {
  const { rows } = await db.query<{ follower: Address; followed: Address }>(
    `select follower, followed from user_follows where follower = $1
     union all
     select follower, followed from user_follows join public_users on wallet = follower
     where followed = $1`,
    [wallet],
  )
  return {
    followers: rows.filter((row) => row.followed === wallet).map((row) => row.follower),
    following: rows.filter((row) => row.follower === wallet).map((row) => row.followed),
  }
}
