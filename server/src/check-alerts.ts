import { maxBlocksBehind } from './features/settlement/check-settlement.js'
import type { AlertName } from './platform/alerts/alert-names.js'
import type { Alerts } from './platform/alerts/alerts.js'
import { overdueMs } from './platform/chain/outgoing/outgoing-check.js'
import type { CheckResult, OnSample } from './platform/health.js'

type Condition = { name: AlertName; key?: string; message: string; afterMs?: number }

/**
 * Raises and resolves the alerts that follow from health checks. An alert fires when its condition
 * has held for `afterMs`, and resolves at the first good sample. A failed sample has no details and
 * changes nothing.
 */
export function createCheckAlerts(
  alerts: Alerts,
  { monotonicMs = () => performance.now() }: { monotonicMs?: () => number } = {},
): OnSample {
  const since = new Map<string, number>()

  function hasHeld(id: string, afterMs: number): boolean {
    const begunAt = since.get(id) ?? monotonicMs()
    since.set(id, begunAt)
    return monotonicMs() - begunAt >= afterMs
  }

  function follow(isBad: boolean, condition: Condition, result: CheckResult): void {
    const { name, key, message, afterMs = 0 } = condition
    const { ok: _, ...details } = result
    if (!isBad) {
      since.delete(name)
      alerts.resolve(name, key)
    } else if (hasHeld(name, afterMs))
      alerts.raise({ ...details, name, message, ...(key !== undefined && { key }) })
  }

  function followJobs(jobs: unknown, { name, message, afterMs = 0 }: Condition): void {
    if (!Array.isArray(jobs)) return
    for (const id of since.keys()) {
      const [about, job] = id.split(' ')
      if (about === name && !jobs.includes(job)) since.delete(id)
    }
    alerts.resolveExcept(name, jobs)
    for (const job of jobs) {
      if (hasHeld(`${name} ${job}`, afterMs)) alerts.raise({ name, key: job, message, job })
    }
  }

  return (check, result) => {
    switch (check) {
      case 'datastore':
        return follow(!result.ok, datastoreUnavailable, result)
      case 'chain':
        return follow(!result.ok, chainUnavailable, result)
      case 'jobs':
        followJobs(result['failing'], jobFailing)
        return followJobs(result['overdue'], jobOverdue)
      case 'settlement':
        if (!('behind' in result)) return
        follow(Number(result['behind']) > maxBlocksBehind, paymentsBehind, result)
        return follow(Number(result['payoutsOverdue'] ?? 0) > 0, payoutsOverdue, result)
      case 'rates':
        if (!('ageMs' in result)) return
        return follow(!result.ok, exchangeRateUnavailable, result)
      case 'webhooks':
        if (!('unpublished' in result)) return
        return follow(!result.ok, eventsUnpublished, result)
      case 'outgoing': {
        const { stuck, oldestUnminedMs, gasUsedToday, gasBudget } = result
        if (stuck === undefined) return
        const usedPercent = (Number(gasUsedToday) * 100) / Number(gasBudget)
        follow(usedPercent >= 80, gasBudgetLow, result)
        follow(usedPercent >= 100, gasBudgetSpent, result)
        const isStuck = Number(stuck) > 0 || Number(oldestUnminedMs) >= overdueMs
        return follow(isStuck, transactionStuck, result)
      }
    }
  }
}

const datastoreUnavailable: Condition = {
  name: 'datastore_unavailable',
  message: 'the database does not respond',
  afterMs: 10_000,
}
const chainUnavailable: Condition = {
  name: 'chain_unavailable',
  message: 'the chain does not respond',
  afterMs: 60_000,
}
const jobFailing: Condition = { name: 'job_failing', message: 'the last run of a job failed' }
/** The sandbox clock can jump; a worker catches up within seconds. */
const jobOverdue: Condition = {
  name: 'job_overdue',
  message: 'a job is due and does not run',
  afterMs: 10_000,
}
const paymentsBehind: Condition = {
  name: 'payments_behind',
  message: 'payments are read too far behind the chain',
  afterMs: 60_000,
}
/** The sandbox clock can jump; payouts follow within seconds. */
const payoutsOverdue: Condition = {
  name: 'payouts_overdue',
  message: 'money has waited too long for its payout',
  afterMs: 60_000,
}
const exchangeRateUnavailable: Condition = {
  name: 'exchange_rate_unavailable',
  message: 'an exchange rate is missing or too old',
  afterMs: 60_000,
}
const eventsUnpublished: Condition = {
  name: 'events_unpublished',
  message: 'events wait to be published',
  afterMs: 10_000,
}
const transactionStuck: Condition = {
  name: 'transaction_stuck',
  message: 'an outgoing transaction is stuck',
}
const gasBudgetLow: Condition = {
  name: 'gas_budget_low',
  message: '80 percent of the daily gas budget are used',
}
/** Requests raise the same alert for single purposes. */
const gasBudgetSpent: Condition = {
  name: 'gas_budget_spent',
  key: 'relayer',
  message: 'the daily gas budget is spent',
}
