import type { TxContext } from '../../platform/context.js'
import { findVersion } from './store.js'

/** The version of all shops together: as long as it stays the same, no shop has changed. */
export async function findShopsVersion(ctx: Pick<TxContext, 'db'>): Promise<number> {
  return findVersion(ctx.db)
}
