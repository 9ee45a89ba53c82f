import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime, toTimeOrNull } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'

export type HeldSlug = {
  slug: string
  merchant: Address
  /** Null for the current slug of its shop. */
  releasedAt: UnixMs | null
}

/**
 * Locks a slug and all slugs of the merchant, and returns the holder of the first. Locks are taken
 * in a fixed order to prevent deadlocks.
 */
export async function lockSlug(
  db: Queryable,
  { slug, merchant }: { slug: string; merchant: Address },
): Promise<HeldSlug | null> {
  const { rows } = await db.query<{ slug: string; merchant: Address; released_at: string | null }>(
    `select slug, merchant, released_at from shop_slugs where slug = $1 or merchant = $2
     order by slug for update`,
    [slug, merchant],
  )
  const row = rows.find((candidate) => candidate.slug === slug)
  if (!row) return null
  return { slug, merchant: row.merchant, releasedAt: toTimeOrNull(row.released_at) }
}

/**
 * Makes the current slug of a merchant a former one, lasting if taken at or before `lastingFrom`.
 */
export async function releaseSlug(
  db: Queryable,
  { merchant, now, lastingFrom }: { merchant: Address; now: UnixMs; lastingFrom: UnixMs },
): Promise<void> {
  await db.query(
    `update shop_slugs
     set released_at = $2, lasting = lasting or taken_at is null or taken_at <= $3
     where merchant = $1 and released_at is null`,
    [merchant, now, lastingFrom],
  )
}

/** Makes the current slug of a merchant lasting: renames do not free it. */
export async function markSlugLasting(db: Queryable, merchant: Address): Promise<void> {
  await db.query(
    `update shop_slugs set lasting = true
     where merchant = $1 and released_at is null and not lasting`,
    [merchant],
  )
}

/** Returns whether the current slug of a merchant is lasting. */
export async function isSlugLasting(db: Queryable, merchant: Address): Promise<boolean> {
  const { rows } = await db.query<{ lasting: boolean }>(
    'select lasting from shop_slugs where merchant = $1 and released_at is null',
    [merchant],
  )
  return rows[0]?.lasting ?? false
}

/**
 * Assigns a slug to a merchant who has no current one. Returns false when another shop has it, or
 * released it at or after `reservedFrom`.
 */
export async function takeSlug(
  db: Queryable,
  claim: { slug: string; merchant: Address; takenAt: UnixMs; reservedFrom: UnixMs },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into shop_slugs (slug, merchant, taken_at) values ($1, $2, $4)
     on conflict (slug) do update
     set merchant = excluded.merchant, released_at = null, taken_at = excluded.taken_at,
       lasting = shop_slugs.lasting and shop_slugs.merchant = excluded.merchant
     where shop_slugs.merchant = excluded.merchant or shop_slugs.released_at < $3`,
    [claim.slug, claim.merchant, claim.reservedFrom, claim.takenAt],
  )
  return rowCount === 1
}

/**
 * Frees former slugs of a merchant: those released before `reservedFrom`, and beyond `max` those
 * that are not lasting, the oldest first. Returns when the others were released, in order.
 */
export async function freeOldSlugs(
  db: Queryable,
  { merchant, max, reservedFrom }: { merchant: Address; max: number; reservedFrom: UnixMs },
): Promise<UnixMs[]> {
  await db.query('delete from shop_slugs where merchant = $1 and released_at < $2', [
    merchant,
    reservedFrom,
  ])
  await db.query(
    `delete from shop_slugs where not lasting and slug in (
       select slug from shop_slugs where merchant = $1 and released_at is not null
       order by lasting desc, released_at desc, slug offset $2
     )`,
    [merchant, max],
  )
  const { rows } = await db.query<{ released_at: string }>(
    `select released_at from shop_slugs where merchant = $1 and released_at is not null
     order by released_at`,
    [merchant],
  )
  return rows.map(({ released_at }) => toTime(released_at))
}

/** Finds the merchant whose shop released a slug at or after a time. */
export async function findReleaser(
  db: Queryable,
  { slug, from }: { slug: string; from: UnixMs },
): Promise<Address | null> {
  const { rows } = await db.query<{ merchant: Address }>(
    'select merchant from shop_slugs where slug = $1 and released_at >= $2',
    [slug, from],
  )
  return rows[0]?.merchant ?? null
}

/** Frees a batch of slugs that were released before a time, and returns their number. */
export async function freeSlugsBefore(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from shop_slugs where slug in (
       select slug from shop_slugs where released_at < $1
       order by slug limit $2 for update skip locked
     )`,
    [before, limit],
  )
  return rowCount
}
