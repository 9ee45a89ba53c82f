import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'

/** A shop as an operator compares it with others. */
export type NamedShop = { merchant: Address; name: string; slug: string }

/** Locks the directory until the transaction ends, and returns the version of the stored names. */
export async function lockNames(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ names_version: number }>(
    'select names_version from directory for update',
  )
  return rows[0]?.names_version ?? 0
}

export async function markNamesComplete(db: Queryable, version: number): Promise<void> {
  await db.query('update directory set names_version = $1', [version])
}

export async function deleteAllNames(db: Queryable): Promise<void> {
  await db.query('delete from listed_names')
}

export async function insertNames(
  db: Queryable,
  names: readonly { merchant: Address; hash: string }[],
): Promise<void> {
  if (names.length === 0) return
  await db.query(
    `insert into listed_names (name_hash, merchant)
     select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    [names.map(({ hash }) => hash), names.map(({ merchant }) => merchant)],
  )
}

/** Replaces the names of a shop. A shop that is not listed has none. */
export async function replaceNames(
  db: Queryable,
  { merchant, hashes }: { merchant: Address; hashes: readonly string[] },
): Promise<void> {
  await db.query('delete from listed_names where merchant = $1', [merchant])
  await insertNames(
    db,
    hashes.map((hash) => ({ merchant, hash })),
  )
}

/** Returns whether another listed shop has one of the names. */
export async function isNameTaken(
  db: Queryable,
  { merchant, hashes }: { merchant: Address; hashes: readonly string[] },
): Promise<boolean> {
  const { rows } = await db.query(
    'select 1 from listed_names where name_hash = any($1) and merchant <> $2 limit 1',
    [hashes, merchant],
  )
  return rows.length > 0
}

/** Lists the listed shops that have one of the names, without the merchant's own. */
export async function listResembled(
  db: Queryable,
  { merchant, hashes, limit }: { merchant: Address; hashes: readonly string[]; limit: number },
): Promise<NamedShop[]> {
  const { rows } = await db.query<NamedShop>(
    `select merchant, config ->> 'name' as name, config ->> 'slug' as slug from shops
     where merchant <> $2 and merchant in (
       select n.merchant from listed_names n where n.name_hash = any($1)
     )
     order by merchant limit $3`,
    [hashes, merchant, limit],
  )
  return rows
}

/** Lists the shops that wait for a review, the longest wait first. */
export async function listInReview(
  db: Queryable,
  limit: number,
): Promise<(NamedShop & { since: UnixMs })[]> {
  const { rows } = await db.query<NamedShop & { review_since: string }>(
    `select merchant, config ->> 'name' as name, config ->> 'slug' as slug, review_since from shops
     where review = 'pending' order by review_since, merchant limit $1`,
    [limit],
  )
  return rows.map(({ review_since, ...shop }) => ({ ...shop, since: toTime(review_since) }))
}

export async function countInReview(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from shops where review = 'pending'`,
  )
  return rows[0]?.count ?? 0
}
