import type { TxContext } from '../../platform/context.js'
import { findUnlistedReason } from './store.js'

/** Why the page of a shop that wants to be listed is not shown. */
export type UnlistedReason = 'suspended' | 'review'

/** Returns why the shop with this slug is not listed, or null when there is no such shop. */
export function getUnlistedReason(
  { db }: Pick<TxContext, 'db'>,
  slug: string,
): Promise<UnlistedReason | null> {
  return findUnlistedReason(db, slug)
}
