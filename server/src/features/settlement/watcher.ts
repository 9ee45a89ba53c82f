import type { Block, Chain } from '../../platform/chain/chain.js'
import type { Context } from '../../platform/context.js'
import { checkAnnouncedTransactions } from './announced/check-announced-transactions.js'
import { confirmRefunds } from './refund/confirm-refunds.js'
import { relay } from './relay/relay.js'
import { bookReleases } from './settle/book-releases.js'
import { settleDue } from './settle/settle-due.js'
import { createIndexer } from './watch/index-chain.js'
import { createNativeWatch } from './watch/native-watch.js'

export type Watcher = {
  /**
   * Reads what the chain has new, settles the receipts it is about, and has their money moved on. Each part picks up
   * what the one before left in the database, so it may end anywhere. `latest` is the newest block, where the caller
   * has just read it.
   *
   * @throws when the chain does not answer. What had been read is settled all the same.
   */
  runRound(signal: AbortSignal, latest?: Block | null): Promise<Round>
}

const refundsEveryMs = 2_000

export type Round = {
  found: number
  settled: number
  /** There are blocks that were not read yet. */
  isBehind: boolean
  /** Another round has something to do, whatever the chain does meanwhile. */
  isMore: boolean
}

/** Where a process may die in a round that had something to do there. */
export type WatchPoint = 'indexed' | 'settled' | 'booked' | 'flush planned' | 'distribution planned'

/** Follows a chain's payments. Several may do so at once without harm, and one is enough. */
export function createWatcher(
  ctx: Context,
  chain: Chain,
  // Crash tests end the process there.
  { hook = () => {} }: { hook?: (point: WatchPoint) => void } = {},
): Watcher {
  const indexer = createIndexer(ctx, chain)
  const nativeWatch = createNativeWatch(ctx, chain)
  let refundsAt = Number.NEGATIVE_INFINITY

  /** Not in every round: nobody waits for these. */
  async function lookForRefunds(): Promise<void> {
    if (performance.now() - refundsAt < refundsEveryMs) return
    await confirmRefunds(ctx, chain)
    refundsAt = performance.now()
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
        // Not for want of a node: what is in the database already needs none.
        const settled = await settleDue(ctx, signal)
        reach('settled', settled)
        const booked = await bookReleases(ctx)
        reach('booked', booked)
        const { flushes, distributions } = await relay(ctx)
        reach('flush planned', flushes)
        reach('distribution planned', distributions)
        done = settled + booked + flushes + distributions
      }
      // Afterwards, because strangers can make these longer.
      if ((await nativeWatch.look()) > 0) await relay(ctx)
      await checkAnnouncedTransactions(ctx, chain)
      await lookForRefunds()
      const settled = await settleDue(ctx, signal)
      const isMore = indexed.found + done + settled > 0 || nativeWatch.isMore()
      return { ...indexed, settled, isMore }
    },
  }
}
