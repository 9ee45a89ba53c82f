import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { insertChangeOfPosting } from './change-store.js'
import { recordPostingChange } from './changes.js'
import {
  arrivalEntries,
  paymentEntries,
  releaseEntries,
  roundingEntries,
  saleEntries,
} from './entries.js'
import type { Entry, Posting } from './entry.js'
import { insertPosting, insertPostings, insertReversal } from './store.js'

/** The money that a posting records. The ledger derives its entries. */
type Money =
  | { entries: readonly Entry[] }
  | { payment: Parameters<typeof paymentEntries>[0] }
  | { arrival: Parameters<typeof arrivalEntries>[0] }
  | { release: Parameters<typeof releaseEntries>[0] }
  | { rounding: Parameters<typeof roundingEntries>[0] }
  | { sale: Parameters<typeof saleEntries>[0] }

/** A posting that is not in the ledger yet. */
export type NewPosting = Omit<Posting, 'entries'> & Money

function entriesOf(money: Money): readonly Entry[] {
  if ('entries' in money) return money.entries
  if ('payment' in money) return paymentEntries(money.payment)
  if ('arrival' in money) return arrivalEntries(money.arrival)
  if ('release' in money) return releaseEntries(money.release)
  if ('rounding' in money) return roundingEntries(money.rounding)
  return saleEntries(money.sale)
}

/** @throws {Error} when the entries do not balance. */
function toPosting(posting: NewPosting): Posting {
  const { merchant, key, kind, at, receiptId, transactionHash, ...money } = posting
  const entries = entriesOf(money)
  requireBalanced(entries)
  return { merchant, key, kind, at, receiptId, transactionHash, entries }
}

/**
 * Posts to the ledger. Returns false when the key was already posted.
 *
 * @throws {Error} when the entries do not balance.
 */
export async function post(ctx: Pick<TxContext, 'db'>, newPosting: NewPosting): Promise<boolean> {
  const posting = toPosting(newPosting)
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
  newPostings: readonly NewPosting[],
): Promise<void> {
  const postings = newPostings.map(toPosting)
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
    const ofAsset = entries.filter((entry) => entry.asset === asset)
    const units = ofAsset.reduce((sum, entry) => sum + entry.units, 0n)
    const usdMicros = ofAsset.reduce((sum, entry) => sum + entry.usdMicros, 0n)
    if (units === 0n && usdMicros === 0n) continue
    throw new Error(
      `a posting is out of balance by ${units} units and ${usdMicros} micros of ${asset}`,
    )
  }
}

/** Posts the reversal of a posting. Returns its entries, or null if there is nothing to reverse. */
export async function reversePosting(
  ctx: Pick<TxContext, 'db'>,
  input: { merchant: Address; key: string; at: UnixMs },
): Promise<Entry[] | null> {
  const entries = await insertReversal(ctx.db, input)
  if (entries.length === 0) return null
  await insertChangeOfPosting(ctx.db, input)
  return entries
}
