import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Profile } from './profile-store.js'

type PublicUser = Pick<Profile, 'wallet' | 'createdAt'> & { nameKey: string; words: string[] }

/** Makes a user public, with their scores and the counts of their follows. */
export async function insertPublicUser(db: Queryable, user: PublicUser): Promise<void> {
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
    [user.wallet, user.nameKey, user.words, user.createdAt],
  )
  await insertWords(db, user)
}

export async function updatePublicUser(
  db: Queryable,
  { wallet, nameKey, words }: Omit<PublicUser, 'createdAt'>,
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

/**
 * Counts a user who becomes public, or private with -1, at the users who follow them and whom they
 * follow. Updates each of them once and in the order of wallets, as everything does that updates
 * several public users.
 */
export async function addToNeighbors(
  db: Queryable,
  { wallet, count }: { wallet: Address; count: 1 | -1 },
): Promise<void> {
  await db.query(
    `update public_users
     set followers = public_users.followers + near.followers * $2,
       following = public_users.following + near.following * $2
     from (
       select public_users.wallet, counts.followers, counts.following from public_users join (
         select wallet, sum(followers)::int as followers, sum(following)::int as following
         from (
           select followed as wallet, 1 as followers, 0 as following from user_follows
           where follower = $1
           union all
           select follower, 0, 1 from user_follows where followed = $1
         ) as edges group by wallet
       ) as counts using (wallet)
       order by public_users.wallet for no key update of public_users
     ) as near where public_users.wallet = near.wallet`,
    [wallet, count],
  )
}

async function insertWords(
  db: Queryable,
  { wallet, words }: Pick<PublicUser, 'wallet' | 'words'>,
): Promise<void> {
  await db.query(
    'insert into user_words (word, wallet) select word, $2 from unnest($1::text[]) as given (word)',
    [words, wallet],
  )
}
