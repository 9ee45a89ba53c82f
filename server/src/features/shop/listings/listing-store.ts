import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { DirectoryStateRow } from '../store.js'

/** A shop as an operator compares it with others. */
export type NamedShop = { merchant: Address; name: string; slug: string }

/** Locks the directory until the transaction ends, and returns the version of the stored names. */
export async function lockNames(db: Queryable): Promise<number> {
  const { rows } = await db.query<Pick<DirectoryStateRow, 'names_version'>>(
    'select names_version from directory for update',
  )
  return rows[0]?.names_version ?? 0
}

export async function markNamesComplete(db: Queryable, version: number): Promise<void> {
  await db.query('update directory set names_version = $1', [version])
}

/** Deletes the current names of all shops. Former ones stay, because their texts are not stored. */
export async function deleteAllNames(db: Queryable): Promise<void> {
  await db.query('delete from listed_names where released_at is null')
}

type ListedName = { merchant: Address; hash: string }

export async function insertNames(
  db: Queryable,
  { names, listedAt }: { names: readonly ListedName[]; listedAt: UnixMs | null },
): Promise<void> {
  if (names.length === 0) return
  await db.query(
    `insert into listed_names (hash, merchant, listed_at)
     select name.*, $3::bigint from unnest($1::text[], $2::text[]) as name
     on conflict (hash, merchant) do update set released_at = null`,
    [names.map(({ hash }) => hash), names.map(({ merchant }) => merchant), listedAt],
  )
}

/**
 * Replaces the current names of a shop. A shop that is not listed has none. Names that were listed
 * at or before `lastingFrom` become former ones.
 */
export async function replaceNames(
  db: Queryable,
  names: { merchant: Address; hashes: readonly string[]; now: UnixMs; lastingFrom: UnixMs },
): Promise<void> {
  const { merchant, hashes, now, lastingFrom } = names
  await db.query(
    `delete from listed_names
     where merchant = $1 and hash <> all($2) and released_at is null and listed_at > $3`,
    [merchant, hashes, lastingFrom],
  )
  await db.query(
    `update listed_names set released_at = $3
     where merchant = $1 and hash <> all($2) and released_at is null`,
    [merchant, hashes, now],
  )
  await insertNames(db, { names: hashes.map((hash) => ({ merchant, hash })), listedAt: now })
}

/** Deletes the current names of a shop. Nothing stays reserved. */
export async function deleteNames(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from listed_names where merchant = $1 and released_at is null', [merchant])
}

/** Deletes a batch of former names that were released before a time, and returns their number. */
export async function deleteNamesBefore(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from listed_names where (hash, merchant) in (
       select hash, merchant from listed_names where released_at < $1
       order by hash, merchant limit $2 for update skip locked
     )`,
    [before, limit],
  )
  return rowCount
}

/** Returns whether another shop has one of the names, or released it at or after `reservedFrom`. */
export async function isNameTaken(
  db: Queryable,
  names: { merchant: Address; hashes: readonly string[]; reservedFrom: UnixMs },
): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from listed_names where hash = any($1) and merchant <> $2
       and (released_at is null or released_at >= $3) limit 1`,
    [names.hashes, names.merchant, names.reservedFrom],
  )
  return rows.length > 0
}

/** Lists the shops that have one of the names or had it recently, without the merchant's own. */
export async function listResembled(
  db: Queryable,
  { merchant, hashes, limit }: { merchant: Address; hashes: readonly string[]; limit: number },
): Promise<NamedShop[]> {
  const { rows } = await db.query<NamedShop>(
    `select merchant, config ->> 'name' as name, config ->> 'slug' as slug from shops
     where merchant <> $2 and merchant in (
       select n.merchant from listed_names n where n.hash = any($1)
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
