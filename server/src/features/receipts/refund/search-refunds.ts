import type { Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { listSearched, lockRefunds, type SentRefund, updateSearched } from './sent-refund-store.js'

export type { SentRefund }

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
