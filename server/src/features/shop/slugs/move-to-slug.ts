import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { DAY_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { limitReached } from '../../../platform/limits/limit-reached.js'
import { maxOfMerchant } from '../../../platform/limits/max-of.js'
import {
  findReleaser,
  freeOldSlugs,
  type HeldSlug,
  lockSlug,
  releaseSlug,
  takeSlug,
} from './slug-store.js'

/** Links to a former slug stay valid for this long, and no other shop can take it. */
const reservedForMs = 180 * DAY_MS
/** A slug in use for this long has links, so renames do not free it. */
const lastingAfterMs = DAY_MS

/**
 * Moves a shop to another slug, or to none. The former one stays reserved for the shop.
 *
 * @throws {AppError} `conflict` when another shop has the slug, or it is reserved for that shop;
 *   `rate_limited` when a slug with links would have to be freed.
 */
export async function moveToSlug(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { slug, merchant }: { slug: string; merchant: Address },
): Promise<void> {
  const [now, reservedFrom] = [ctx.now(), earliestReservation(ctx.now())]
  const holder = await lockSlug(ctx.db, { slug, merchant })
  if (holder && holder.merchant !== merchant && !isFree(holder, reservedFrom)) throw slugTaken(slug)

  await releaseSlug(ctx.db, { merchant, now, lastingFrom: lastingSince(now) })
  const isTaken =
    slug !== '' && !(await takeSlug(ctx.db, { slug, merchant, takenAt: now, reservedFrom }))
  if (isTaken) throw slugTaken(slug)
  const max = maxOfMerchant(ctx.config, 'former-slugs', merchant)
  const releases = await freeOldSlugs(ctx.db, { merchant, max, reservedFrom })
  const first = releases.at(-1 - max)
  if (first !== undefined) throw tooMany(first, max)
}

/** Returns the latest start of a use that is long enough for a name or slug to be known. */
export function lastingSince(now: UnixMs): UnixMs {
  return unixMs(Math.max(0, now - lastingAfterMs))
}

/** Returns the earliest release of a slug that is still reserved. */
export function earliestReservation(now: UnixMs): UnixMs {
  return unixMs(Math.max(0, now - reservedForMs))
}

function isFree({ releasedAt }: HeldSlug, reservedFrom: UnixMs): boolean {
  return releasedAt !== null && releasedAt < reservedFrom
}

function tooMany(released: UnixMs, max: number): AppError {
  return limitReached('former-slugs', {
    owner: 'merchant',
    max,
    resetAt: released + reservedForMs + 1,
    message: `Links to ${max} former slugs of the shop still work. Return to one of them, or try again after resetAt.`,
  })
}

function slugTaken(slug: string): AppError {
  return new AppError('conflict', `The slug ${slug} is taken. Choose another one.`)
}

/** Returns the merchant whose shop had the slug and still reserves it, or null. */
export function findFormerHolder(
  ctx: Pick<TxContext, 'db' | 'now'>,
  slug: string,
): Promise<Address | null> {
  return findReleaser(ctx.db, { slug, from: earliestReservation(ctx.now()) })
}
