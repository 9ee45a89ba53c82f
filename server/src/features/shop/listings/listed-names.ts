import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { listShops } from '../list-shops.js'
import { earliestReservation, lastingSince } from '../slugs/move-to-slug.js'
import { nameHashesOf } from './listing.js'
import {
  deleteAllNames,
  insertNames,
  isNameTaken,
  lockNames,
  markNamesComplete,
  replaceNames,
} from './listing-store.js'
import { lookAlikeVersion } from './look-alike.js'

type Names = { merchant: Address; hashes: readonly string[] }

/**
 * Locks the names of listed shops until the transaction ends. Computes them first if they are from
 * before the current rules, for example after an upgrade.
 */
export async function lockListedNames(ctx: Pick<TxContext, 'db' | 'config'>): Promise<void> {
  const version = await lockNames(ctx.db)
  if (version === lookAlikeVersion) return

  await deleteAllNames(ctx.db)
  for await (const shops of listShops(ctx)) {
    const listed = shops.filter(({ settings }) => settings.listed)
    const names = listed.flatMap(({ merchant, settings }) =>
      nameHashesOf(settings).map((hash) => ({ merchant, hash })),
    )
    // The time of the listing is not known.
    await insertNames(ctx.db, { names, listedAt: null })
  }
  await markNamesComplete(ctx.db, lookAlikeVersion)
}

/** Sets the names of a listed shop. Former ones stay reserved if they were listed for a day. */
export function listNames(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { merchant, hashes }: Names,
): Promise<void> {
  const now = ctx.now()
  return replaceNames(ctx.db, { merchant, hashes, now, lastingFrom: lastingSince(now) })
}

/** Returns whether one of the names is listed by, or reserved for, another shop. */
export function areNamesTaken(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { merchant, hashes }: Names,
): Promise<boolean> {
  const reservedFrom = earliestReservation(ctx.now())
  return isNameTaken(ctx.db, { merchant, hashes, reservedFrom })
}
