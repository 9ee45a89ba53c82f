import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Profile } from './profile.js'

export type Shown = Pick<Profile, 'wallet' | 'createdAt'> & { nameKey: string; words: string[] }

/** Adds a user to those that others can find, with their scores and their follows among public users. */
export async function insertPublicUser(db: Queryable, shown: Shown): Promise<void> {
  await db.query(
    `insert into public_users (
       wallet, name_key, words, xp, sales, purchases, followers, following, created_at
     )
     select $1, $2, array_to_tsvector($3::text[]), coalesce(sum(xp), 0), coalesce(sum(sales), 0),
       coalesce(sum(purchases), 0),
       (select count(*) from user_follows join public_users on wallet = follower where followed = $1),
       (select count(*) from user_follows join public_users on wallet = followed where follower = $1),
       $4
     from user_scores where wallet = $1 and period = 'all'`,
    [shown.wallet, shown.nameKey, shown.words, shown.createdAt],
  )
  await insertWords(db, shown)
}

export async function updatePublicUser(
  db: Queryable,
  { wallet, nameKey, words }: Omit<Shown, 'createdAt'>,
): Promise<void> {
  await db.query(
    `update public_users set name_key = $2, words = array_to_tsvector($3::text[]) where wallet = $1`,
    [wallet, nameKey, words],
  )
  await db.query('delete from user_words where wallet = $1', [wallet])
  await insertWords(db, { wallet, words })
}

export async function deletePublicUser(db: Queryable, wallet: Address): Promise<void> {
  await db.query('delete from public_users where wallet = $1', [wallet])
}

/** Adds a user's appearance, or their disappearance with -1, to the counts of those who follow them or are followed. */
export async function addToNeighbours(
  db: Queryable,
  { wallet, count }: { wallet: Address; count: 1 | -1 },
): Promise<void> {
  await db.query(
    `update public_users set following = following + $2 from user_follows
     where followed = $1 and public_users.wallet = follower`,
    [wallet, count],
  )
  await db.query(
    `update public_users set followers = followers + $2 from user_follows
     where follower = $1 and public_users.wallet = followed`,
    [wallet, count],
  )
}

async function insertWords(
  db: Queryable,
  { wallet, words }: Pick<Shown, 'wallet' | 'words'>,
): Promise<void> {
  await db.query(
    'insert into user_words (word, wallet) select word, $2 from unnest($1::text[]) as given (word)',
    [words, wallet],
  )
}
