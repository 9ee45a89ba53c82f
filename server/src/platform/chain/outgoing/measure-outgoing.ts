import { baseUnits, baseUnitsToDecimal } from '../../../lib/money.js'
import type { Metrics } from '../../metrics.js'
import { countedStates, type OutgoingSummary } from './summary-store.js'

/** Sets the gauges of outgoing transactions. */
export function measureOutgoing(metrics: Metrics, summary: OutgoingSummary): void {
  for (const state of countedStates) metrics.outgoing.set({ state }, summary.counts[state])
  metrics.outgoingOldestSeconds.set(summary.oldestUnminedMs / 1_000)
  // A gauge is a float; what it loses is far below what a transaction costs.
  if (summary.balance !== null) {
    metrics.signerBalance.set(Number(baseUnitsToDecimal(baseUnits(summary.balance), 18)))
  }
}
