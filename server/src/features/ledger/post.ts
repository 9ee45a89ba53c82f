import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { insertChangeOfPosting } from './change-store.js'
import { recordPostingChange } from './changes.js'
import type { Entry, Posting } from './entry.js'
import { insertPosting, insertPostings, insertReversal } from './store.js'

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

/**
 * Requires that entries form a posting: at least one entry, none of zero, and units and dollars
 * that add up to zero in every asset.
 *
 * @throws {Error} otherwise, because that is a bug.
 */
export function requireBalanced(entries: readonly Entry[]): void {
  if (entries.length === 0) throw new Error('a posting needs entries')
  if (entries.some(({ units, usdMicros }) => units === 0n && usdMicros === 0n)) {
    throw new Error('a posting has an entry of zero')
  }

  for (const asset of new Set(entries.map((entry) => entry.asset))) {
    const own = entries.filter((entry) => entry.asset === asset)
    const units = own.reduce((sum, entry) => sum + entry.units, 0n)
    const usdMicros = own.reduce((sum, entry) => sum + entry.usdMicros, 0n)
    if (units === 0n && usdMicros === 0n) continue
    throw new Error(
      `a posting is out of balance by ${units} units and ${usdMicros} micros of ${asset}`,
    )
  }
}

/** Posts the reversal of a posting. Returns false if it was reversed already or does not exist. */
export async function reversePosting(
  ctx: Pick<TxContext, 'db'>,
  input: { merchant: Address; key: string; at: UnixMs },
): Promise<boolean> {
  const isNew = await insertReversal(ctx.db, input)
  if (isNew) await insertChangeOfPosting(ctx.db, input)
  return isNew
}
