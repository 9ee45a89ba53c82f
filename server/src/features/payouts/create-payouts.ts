import type { Chain } from '../../platform/chain/chain.js'
import type { Context } from '../../platform/context.js'
import type { PayoutRecords } from '../payments/payment.js'
import { bookDirectPayments } from './books/book-direct-payments.js'
import { bookReleases, reverseReleases } from './books/book-releases.js'
import { createSplitWatch } from './distribute/split-watch.js'
import { payoutRecords } from './payout-records.js'
import { relay } from './relay.js'

/** The stages of a round that concern payouts. Each returns the number of changes. */
export type Payouts = {
  records: PayoutRecords
  /** Reverses payouts that a reorg removed. */
  reverse(): Promise<number>
  /** Posts the money that splits received without a receipt, and the payouts of splits. */
  book(): Promise<number>
  /** Plans the transactions that move money on. */
  plan(): Promise<{ flushes: number; distributions: number }>
  /** Looks for native token in splits, which emits no log. */
  search(): Promise<number>
}

export function createPayouts(ctx: Context, chain: Chain): Payouts {
  const splitWatch = createSplitWatch(ctx, chain)
  return {
    records: payoutRecords,
    reverse: () => reverseReleases(ctx),
    // Payments before releases, so that the ledger never shows more paid out than received.
    book: async () => (await bookDirectPayments(ctx)) + (await bookReleases(ctx)),
    plan: () => relay(ctx),
    search: () => splitWatch.check(),
  }
}
