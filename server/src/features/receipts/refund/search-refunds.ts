import type { Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import type { RefundRef } from '../receipt.js'
import { listSearched, lockRefunds, type SentRefund, updateSearched } from './sent-refund-store.js'
import {
  listUnsent,
  lockHash,
  type RefundSearch,
  type UnsentRefund,
  updateSearch,
  updateTransaction,
} from './unsent-refund-store.js'

export type { RefundSearch, SentRefund, UnsentRefund }

type Db = Pick<TxContext, 'db'>

/** Lists the transactions of refunds to look up on chain, least recently looked up first. */
export function listRefundTransactions(
  { db }: Db,
  input: { unconfirmedSince: UnixMs; confirmedSince: UnixMs; limit: number },
): Promise<Hash[]> {
  return listSearched(db, input)
}

/** Locks the refunds that name a transaction, oldest first. */
export function lockSentRefunds({ db }: Db, hash: Hash): Promise<SentRefund[]> {
  return lockRefunds(db, hash)
}

/** Records when a transaction was last looked up. */
export function recordLookup({ db }: Db, input: { hash: Hash; at: UnixMs }): Promise<void> {
  return updateSearched(db, input)
}

/** Lists refunds that name no transaction and whose search is due, the longest waiting first. Merchants take turns. */
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

/** Locks a transaction, also against refunds that do not name it yet, and the refunds that do. */
export async function lockTransaction({ db }: Db, hash: Hash): Promise<SentRefund[]> {
  await lockHash(db, hash)
  return lockRefunds(db, hash)
}

/** Gives a refund the transaction that was found for it. False if its receipt has another refund with it. */
export function setTransaction({ db }: Db, input: RefundRef & { hash: Hash }): Promise<boolean> {
  return updateTransaction(db, input)
}
