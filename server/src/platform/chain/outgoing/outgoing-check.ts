import { baseUnits, baseUnitsToDecimal } from '../../../lib/money.js'
import { MINUTE_MS } from '../../../lib/time.js'
import type { Context } from '../../context.js'
import type { CheckResult } from '../../health.js'
import type { Metrics } from '../../metrics.js'
import { countedStates, type OutgoingSummary, summariseOutgoing } from './summary-store.js'

const blockedMs = MINUTE_MS
/** Longer than all fee bumps take: nothing is sent any more, or the chain accepts nothing. */
export const overdueMs = 10 * MINUTE_MS

/** Checks from the database that outgoing transactions reach the chain, and sets their gauges. */
export async function outgoingCheck(ctx: {
  db: Context['db']
  config: Pick<Context['config'], 'chainId'>
  metrics: Context['metrics']
}): Promise<CheckResult> {
  const { chainId } = ctx.config
  const summary = await summariseOutgoing(ctx.db, { chainId, blockedMs })
  measureOutgoing(ctx.metrics, summary)
  const { counts, stuck, blocked, oldestUnminedMs } = summary
  const ok = stuck === 0 && blocked.length === 0 && oldestUnminedMs < overdueMs
  return {
    ok,
    ...counts,
    stuck,
    oldestUnminedMs,
    ...(blocked.length > 0 && { blocked: blocked.slice(0, 3) }),
  }
}

function measureOutgoing(metrics: Metrics, summary: OutgoingSummary): void {
  for (const state of countedStates) metrics.outgoing.set({ state }, summary.counts[state])
  metrics.outgoingOldestSeconds.set(summary.oldestUnminedMs / 1_000)
  // A gauge is a float, whose error is far below the cost of a transaction.
  if (summary.balance !== null) {
    metrics.signerBalance.set(Number(baseUnitsToDecimal(baseUnits(summary.balance), 18)))
  }
}
