import type { Block, Chain } from '../../platform/chain/chain.js'
import type { Context } from '../../platform/context.js'
import { createParts } from '../../platform/jobs/isolate.js'
import { checkAnnouncedTransactions } from '../payments/find/announced/check-announced-transactions.js'
import { createNativeWatch } from '../payments/find/native/native-watch.js'
import { createIndexer } from '../payments/index/index-chain.js'
import { createSplitWatch } from '../payouts/distribute/split-watch.js'
import { relay } from '../payouts/relay.js'
import { confirmRefunds } from '../refunds/confirm/confirm-refunds.js'
import { findRefundTransactions } from '../refunds/confirm/find-refund-transactions.js'
import { bookDirectPayments } from './post/book-direct-payments.js'
import { bookReleases, reverseReleases } from './post/book-releases.js'
import { settleDue } from './post/settle-due.js'

export type Watcher = {
  /**
   * Indexes new blocks, settles the affected receipts, and plans the transactions that move their money on. Each part
   * resumes from the database, so a round may be interrupted anywhere. Pass `latest` if you have just read that block.
   *
   * @throws when the chain does not respond or a part fails, after the other parts. Payments that were already indexed are
   * settled anyway.
   */
  runRound(signal: AbortSignal, latest?: Block | null): Promise<Round>
}

const refundsEveryMs = 2_000

export type Round = {
  found: number
  settled: number
  /** Whether there are blocks left to index. */
  isBehind: boolean
  /** Whether the next round has work even without a new block. */
  isMore: boolean
}

/** Points in a round at which crash tests kill the process. */
export type WatchPoint = 'indexed' | 'settled' | 'booked' | 'flush planned' | 'distribution planned'

/** Creates the watcher of a chain's payments. Several may run at once; one is enough. */
export function createWatcher(
  ctx: Context,
  chain: Chain,
  // For crash tests.
  { hook = () => {} }: { hook?: (point: WatchPoint) => void } = {},
): Watcher {
  const indexer = createIndexer(ctx, chain)
  const nativeWatch = createNativeWatch(ctx, chain)
  const splitWatch = createSplitWatch(ctx, chain)
  let refundsAt = Number.NEGATIVE_INFINITY

  /** Runs less often than rounds: refunds are not urgent. */
  async function checkRefunds(): Promise<void> {
    if (performance.now() - refundsAt < refundsEveryMs) return
    const parts = createParts()
    await parts.run(() => findRefundTransactions(ctx, chain))
    await parts.run(() => confirmRefunds(ctx, chain))
    refundsAt = performance.now()
    parts.end()
  }

  /** Reverses releases before payments, so that the ledger never shows more paid out than received. */
  async function settle(signal: AbortSignal): Promise<number> {
    await reverseReleases(ctx)
    return settleDue(ctx, signal)
  }

  const reach = (point: WatchPoint, done: number) => {
    if (done > 0) hook(point)
  }

  return {
    async runRound(signal, latest = null) {
      let indexed = { found: 0, isBehind: false }
      let done = 0
      try {
        indexed = await indexer.index(latest)
        reach('indexed', indexed.found)
      } finally {
        // Runs even if the node fails: settling needs only the database.
        const settled = await settle(signal)
        reach('settled', settled)
        // Payments before releases, for the reason of `settle`.
        const booked = (await bookDirectPayments(ctx)) + (await bookReleases(ctx))
        reach('booked', booked)
        const { flushes, distributions } = await relay(ctx)
        reach('flush planned', flushes)
        reach('distribution planned', distributions)
        done = settled + booked + flushes + distributions
      }
      // Last, because anyone can add work to these. For the same reason a failure of one does not stop the others.
      const parts = createParts()
      let settled = 0
      let late = { found: 0, isMore: false }
      await parts.run(async () => {
        late = await indexer.searchLate()
      })
      await parts.run(async () => {
        if ((await nativeWatch.check()) > 0) await relay(ctx)
      })
      await parts.run(async () => {
        if ((await splitWatch.check()) > 0) await relay(ctx)
      })
      await parts.run(() => checkAnnouncedTransactions(ctx, chain))
      await parts.run(checkRefunds)
      await parts.run(async () => {
        settled = await settle(signal)
      })
      parts.end()
      const found = indexed.found + late.found
      const isMore = found + done + settled > 0 || nativeWatch.isMore() || late.isMore
      return { ...indexed, found, settled, isMore }
    },
  }
}
