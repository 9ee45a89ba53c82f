import { baseUnits, baseUnitsToDecimal } from '../../../lib/money.js'
import type { Context } from '../../context.js'
import { countedStates, summariseOutgoing } from './summary-store.js'

/** Brings the gauges of outgoing transactions up to date. */
export async function measureOutgoing({
  db,
  config: { chainId },
  metrics,
}: Pick<Context, 'db' | 'config' | 'metrics'>): Promise<void> {
  const summary = await summariseOutgoing(db, { chainId, blockedMs: 0 })
  for (const state of countedStates) metrics.outgoing.set({ state }, summary.counts[state])
  metrics.outgoingOldestSeconds.set(summary.oldestUnminedMs / 1_000)
  // A gauge is a float; what it loses is far below what a transaction costs.
  if (summary.balance !== null) {
    metrics.signerBalance.set(Number(baseUnitsToDecimal(baseUnits(summary.balance), 18)))
  }
}
