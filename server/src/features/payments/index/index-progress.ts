import type { TxContext } from '../../../platform/context.js'
import { type Cursor, findCursor } from './cursor-store.js'
import { findProgress, type Progress } from './progress-store.js'

/** Returns the last indexed block, or null before the first one. */
export function getCursor({
  db,
  config,
}: Pick<TxContext, 'db' | 'config'>): Promise<Cursor | null> {
  return findCursor(db, config.chainId)
}

/** Returns how far the chain has been indexed and receipts settled. */
export function getProgress({ db, config }: Pick<TxContext, 'db' | 'config'>): Promise<Progress> {
  return findProgress(db, config.chainId)
}
