import type { TxContext } from '../../platform/context.js'
import { recordPostingChange } from './changes.js'
import type { Posting } from './entry.js'
import { requireBalanced } from './require-balanced.js'
import { insertPosting, insertPostings } from './store.js'

/**
 * Posts to the ledger. Returns false when the key was already posted.
 *
 * @throws {Error} when the entries do not balance.
 */
export async function post(ctx: Pick<TxContext, 'db'>, posting: Posting): Promise<boolean> {
  requireBalanced(posting.entries)
  const isNew = await insertPosting(ctx.db, posting)
  if (isNew) await recordPostingChange(ctx, posting)
  return isNew
}

const batchSize = 500

/**
 * Posts many postings of one merchant with few statements. Skips keys that were already posted.
 *
 * @throws {Error} when the entries of one do not balance.
 */
export async function postAll(
  ctx: Pick<TxContext, 'db'>,
  postings: readonly Posting[],
): Promise<void> {
  for (const { entries } of postings) requireBalanced(entries)
  for (let from = 0; from < postings.length; from += batchSize) {
    await insertPostings(ctx.db, postings.slice(from, from + batchSize))
  }
  for (const posting of postings) await recordPostingChange(ctx, posting)
}
