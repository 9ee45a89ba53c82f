import type { TxContext } from '../../platform/context.js'
import { findCursor } from './index/cursor-store.js'

/** Returns the newest final block as of the last indexed one, or null before the first is indexed. */
export async function findFinalized({
  db,
  config,
}: Pick<TxContext, 'db' | 'config'>): Promise<bigint | null> {
  return (await findCursor(db, config.chainId))?.finalizedNumber ?? null
}
