import type { Chain } from '../../../platform/chain/chain.js'
import type { Context } from '../../../platform/context.js'
import { createIndependentSteps } from '../../../platform/jobs/isolate.js'
import { confirmRefunds } from './confirm-refunds.js'
import { findRefundTransactions } from './find-refund-transactions.js'

const everyMs = 2_000

/**
 * Creates the check that finds and confirms the transactions of refunds. It runs less often than
 * rounds: refunds are not urgent.
 */
export function createRefundCheck(ctx: Context, chain: Chain): { check(): Promise<void> } {
  let checkedAt = Number.NEGATIVE_INFINITY
  return {
    async check() {
      if (performance.now() - checkedAt < everyMs) return
      const steps = createIndependentSteps()
      await steps.run(() => findRefundTransactions(ctx, chain))
      await steps.run(() => confirmRefunds(ctx, chain))
      checkedAt = performance.now()
      steps.end()
    },
  }
}
