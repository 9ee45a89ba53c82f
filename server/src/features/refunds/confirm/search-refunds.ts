import type { Hash } from '../../../lib/hex.js'
import { HOUR_MS, SECOND_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import type { RefundRef } from '../../receipts/receipt.js'
import type { SentRefund } from '../read-model/sent-refund-sql.js'
import {
  listSearched,
  lockRefunds,
  type OpenSince,
  type RefundLookup,
  refundsPerTransaction,
  updateNextSearches,
  updateSearched,
} from './sent-refund-store.js'
import {
  listUnsent,
  lockHash,
  type RefundSearch,
  type UnsentRefund,
  updateSearch,
  updateTransaction,
} from './unsent-refund-store.js'

const firstPauseMs = 10 * SECOND_MS

export type { RefundLookup, RefundSearch, SentRefund, UnsentRefund }
export { refundsPerTransaction }

type Db = Pick<TxContext, 'db'>

type LookupSince = RefundLookup & Pick<OpenSince, 'unconfirmedSince'>

/** Lists transactions of refunds to look up, least recent lookup first, in turns by merchant. */
export function listRefundLookups(
  { db }: Db,
  input: OpenSince & { now: UnixMs; limit: number },
): Promise<RefundLookup[]> {
  return listSearched(db, input)
}

/** Locks a merchant's oldest refunds that name a transaction, up to `refundsPerTransaction`. */
export function lockSentRefunds({ db }: Db, lookup: LookupSince): Promise<SentRefund[]> {
  return lockRefunds(db, lookup)
}

/** Records when a transaction was last looked up for a merchant. */
export function recordLookup({ db }: Db, input: LookupSince & { soughtAt: UnixMs }): Promise<void> {
  return updateSearched(db, input)
}

/** Records when to look up the transactions of a merchant's refunds again. */
export function postponeLookups(
  { db }: Db,
  input: Parameters<typeof updateNextSearches>[1],
): Promise<void> {
  return updateNextSearches(db, input)
}

/**
 * Lists refunds that name no transaction and whose search is due, the longest waiting first.
 * Merchants take turns.
 */
export function listUnsentRefunds(
  { db }: Db,
  input: { createdSince: UnixMs; now: UnixMs; limit: number },
): Promise<UnsentRefund[]> {
  return listUnsent(db, input)
}

/** Records how far the search for a refund's transaction has come, and when it continues. */
export function recordSearch(
  { db }: Db,
  input: { refund: RefundRef; search: RefundSearch; nextAt: UnixMs },
): Promise<void> {
  return updateSearch(db, input)
}

/** Locks a transaction, and the merchant's refunds that name it. */
export async function lockTransaction({ db }: Db, lookup: LookupSince): Promise<SentRefund[]> {
  await lockHash(db, lookup.hash)
  return lockRefunds(db, lookup)
}

/** Sets the transaction found for a refund. False if another refund of the receipt has it. */
export function setTransaction({ db }: Db, input: RefundRef & { hash: Hash }): Promise<boolean> {
  return updateTransaction(db, input)
}

/** Returns when to search again: 10, 20, 40 … seconds after a search, up to an hour. */
export function nextSearchAt({ searches, now }: { searches: number; now: UnixMs }): UnixMs {
  return unixMs(now + Math.min(HOUR_MS, firstPauseMs * 2 ** (searches - 1)))
}
