import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { DAY_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { freeOldSlugs, type HeldSlug, lockSlug, releaseSlug, takeSlug } from './slug-store.js'

/** Links to a former slug stay valid for this long, and no other shop can take it. */
const reservedForMs = 180 * DAY_MS
/** Bounds the slugs that one shop can keep from others. */
const reservedPerShop = 3

/**
 * Moves a shop to another slug, or to none. The former one stays reserved for the shop.
 *
 * @throws {AppError} `conflict` when another shop has the slug, or it is reserved for that shop.
 */
export async function moveToSlug(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { slug, merchant }: { slug: string; merchant: Address },
): Promise<void> {
  const [now, reservedFrom] = [ctx.now(), earliestReservation(ctx.now())]
  const holder = await lockSlug(ctx.db, { slug, merchant })
  if (holder && holder.merchant !== merchant && !isFree(holder, reservedFrom)) throw taken(slug)

  await releaseSlug(ctx.db, { merchant, now })
  const isTaken = slug !== '' && !(await takeSlug(ctx.db, { slug, merchant, reservedFrom }))
  if (isTaken) throw taken(slug)
  await freeOldSlugs(ctx.db, { merchant, kept: reservedPerShop })
}

/** Returns the earliest release of a slug that is still reserved. */
export function earliestReservation(now: UnixMs): UnixMs {
  return unixMs(Math.max(0, now - reservedForMs))
}

function isFree({ releasedAt }: HeldSlug, reservedFrom: UnixMs): boolean {
  return releasedAt !== null && releasedAt < reservedFrom
}

function taken(slug: string): AppError {
  return new AppError('conflict', `The slug ${slug} is taken. Choose another one.`)
}
