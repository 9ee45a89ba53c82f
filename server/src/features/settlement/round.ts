import type { Block, Chain } from '../../platform/chain/chain.js'
import type { Context } from '../../platform/context.js'
import { createIndependentSteps } from '../../platform/jobs/isolate.js'
import { createPayments } from '../payments/create-payments.js'
import { createPayouts } from '../payouts/create-payouts.js'
import { createRefundCheck } from '../refunds/confirm/check-refunds.js'
import { settleDue } from './post/settle-due.js'

export type Watcher = {
  /**
   * Indexes new blocks, settles the affected receipts, and plans the transactions that move their
   * money on. Each part resumes from the database, so a round may be interrupted anywhere. Pass
   * `latest` if you have just read that block.
   *
   * @throws when the chain does not respond or a part fails, after the other parts. Payments that
   *   were already indexed are settled anyway.
   */
  runRound(signal: AbortSignal, latest?: Block | null): Promise<Round>
}

export type Round = {
  foundCount: number
  settled: number
  /** Whether there are blocks left to index. */
  isBehind: boolean
  /** Whether the next round has work even without a new block. */
  hasMore: boolean
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
  const payouts = createPayouts(ctx, chain)
  const payments = createPayments(ctx, chain, payouts.records)
  const refunds = createRefundCheck(ctx, chain)

  /** Reverses releases before payments, so that the ledger never pays out more than it received. */
  async function settle(signal: AbortSignal): Promise<number> {
    await payouts.reverse()
    return settleDue(ctx, signal)
  }

  const reach = (point: WatchPoint, done: number) => {
    if (done > 0) hook(point)
  }

  return {
    async runRound(signal, latest = null) {
      let indexed = { foundCount: 0, isBehind: false }
      let done = 0
      try {
        indexed = await payments.index(latest)
        reach('indexed', indexed.foundCount)
      } finally {
        // Runs even if the node fails: settling needs only the database.
        const settled = await settle(signal)
        reach('settled', settled)
        const bookedCount = await payouts.book()
        reach('booked', bookedCount)
        const { flushes, distributions } = await payouts.plan()
        reach('flush planned', flushes)
        reach('distribution planned', distributions)
        done = settled + bookedCount + flushes + distributions
      }
      // Last, because anyone can add work to these. For the same reason a failure of one does not
      // stop the others.
      const steps = createIndependentSteps()
      let settled = 0
      let late = { foundCount: 0, hasMore: false }
      await steps.run(async () => {
        late = await payments.searchLate()
      })
      await steps.run(async () => {
        if ((await payments.searchNative()) > 0) await payouts.plan()
      })
      await steps.run(async () => {
        if ((await payouts.search()) > 0) await payouts.plan()
      })
      await steps.run(payments.checkAnnounced)
      await steps.run(refunds.check)
      await steps.run(async () => {
        settled = await settle(signal)
      })
      steps.end()
      const foundCount = indexed.foundCount + late.foundCount
      const hasMore = foundCount + done + settled > 0 || payments.hasMoreNative() || late.hasMore
      return { ...indexed, foundCount, settled, hasMore }
    },
  }
}
