import { baseUnits, baseUnitsToDecimal } from '../../../lib/money.js'
import { MINUTE_MS } from '../../../lib/time.js'
import type { Context } from '../../context.js'
import type { CheckResult } from '../../health.js'
import type { Metrics } from '../../metrics.js'
import { sumGasOfRelayer } from './gas-budget.js'
import { countedStates, type OutgoingSummary, summarizeOutgoing } from './stores/summary-store.js'

const blockedMs = MINUTE_MS
/** Longer than all fee bumps take: nothing is sent, or the chain accepts nothing. */
export const overdueMs = 10 * MINUTE_MS

/** Checks that transactions reach the chain, sets their gauges, and reports today's gas. */
export async function outgoingCheck(ctx: {
  db: Context['db']
  config: Pick<Context['config'], 'chainId' | 'relayerDailyGas'>
  metrics: Context['metrics']
}): Promise<CheckResult> {
  const { chainId, relayerDailyGas } = ctx.config
  const summary = await summarizeOutgoing(ctx.db, { chainId, blockedMs })
  const gas = {
    gasUsedToday: Number(await sumGasOfRelayer(ctx.db, chainId)),
    gasBudget: Number(relayerDailyGas),
  }
  measureOutgoing(ctx.metrics, { ...summary, ...gas })
  const { counts, stuck, blocked, oldestUnminedMs } = summary
  const ok = stuck === 0 && blocked.length === 0 && oldestUnminedMs < overdueMs
  return {
    ok,
    ...counts,
    stuck,
    oldestUnminedMs,
    ...gas,
    ...(blocked.length > 0 && { blocked: blocked.slice(0, 3) }),
  }
}

type Gas = { gasUsedToday: number; gasBudget: number }

function measureOutgoing(metrics: Metrics, summary: OutgoingSummary & Gas): void {
  for (const state of countedStates) metrics.outgoing.set({ state }, summary.counts[state])
  metrics.outgoingOldestSeconds.set(summary.oldestUnminedMs / 1_000)
  metrics.gasUsedToday.set(summary.gasUsedToday)
  metrics.gasBudget.set(summary.gasBudget)
  // A gauge is a float, whose error is far below the cost of a transaction.
  if (summary.balance !== null) {
    metrics.signerBalance.set(Number(baseUnitsToDecimal(baseUnits(summary.balance), 18)))
  }
}
