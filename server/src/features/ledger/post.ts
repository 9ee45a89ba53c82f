import type { TxContext } from '../../platform/context.js'
import type { Posting } from './entry.js'
import { requireBalanced } from './require-balanced.js'
import { insertPosting } from './store.js'

/**
 * Posts to the ledger. Returns false when the key was already posted.
 *
 * @throws {Error} when the entries do not balance.
 */
export async function post(ctx: Pick<TxContext, 'db'>, posting: Posting): Promise<boolean> {
  requireBalanced(posting.entries)
  return insertPosting(ctx.db, posting)
}
