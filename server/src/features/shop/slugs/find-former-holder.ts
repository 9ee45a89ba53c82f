import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { earliestReservation } from './move-to-slug.js'
import { findReleaser } from './slug-store.js'

/** Returns the merchant whose shop had the slug and still reserves it, or null. */
export function findFormerHolder(
  ctx: Pick<TxContext, 'db' | 'now'>,
  slug: string,
): Promise<Address | null> {
  return findReleaser(ctx.db, { slug, from: earliestReservation(ctx.now()) })
}
