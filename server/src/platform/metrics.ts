import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { createHttpTimes } from './http/connections/http-times.js'

/** All metrics. Labels have few values and never identify a person or a merchant. */
export type Metrics = ReturnType<typeof createMetrics>

/** Creates metrics at zero, in their own registry. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]

  return {
    registry,
    httpTimes: createHttpTimes(),
    jobRuns: new Counter({
      name: 'tallystick_job_runs_total',
      help: 'Runs of recurring jobs, by outcome',
      labelNames: ['job', 'outcome'],
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'tallystick_job_seconds',
      help: 'Duration of recurring job runs',
      labelNames: ['job'],
      registers,
    }),
    outboxPending: new Gauge({
      name: 'tallystick_outbox_pending',
      help: 'Status changes waiting to be published, up to 10,000',
      registers,
    }),
    outgoing: new Gauge({
      name: 'tallystick_outgoing_transactions',
      help: 'Outgoing transactions by state, except final ones',
      labelNames: ['state'],
      registers,
    }),
    outgoingOldestSeconds: new Gauge({
      name: 'tallystick_outgoing_oldest_unmined_seconds',
      help: 'Age of the oldest outgoing transaction that is not in a block',
      registers,
    }),
    signerBalance: new Gauge({
      name: 'tallystick_signer_balance_ether',
      help: 'Balance of the wallet that pays gas for outgoing transactions',
      registers,
    }),
    gasUsedToday: new Gauge({
      name: 'tallystick_relayer_gas_used',
      help: 'Gas that outgoing transactions have used since midnight UTC',
      registers,
    }),
    gasBudget: new Gauge({
      name: 'tallystick_relayer_gas_budget',
      help: 'Gas that outgoing transactions may use per day',
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'tallystick_webhook_attempts_total',
      help: 'Webhook delivery attempts, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    requestLogDropped: new Counter({
      name: 'tallystick_request_log_dropped_total',
      help: 'Calls that are missing in the request log',
      registers,
    }),
    journalRecords: new Gauge({
      name: 'tallystick_journal_records',
      help: 'Writes that wait on disk for the database',
      registers,
    }),
    journalOldestSeconds: new Gauge({
      name: 'tallystick_journal_oldest_seconds',
      help: 'Age of the oldest write that waits on disk',
      registers,
    }),
    journalReplayed: new Counter({
      name: 'tallystick_journal_replayed_total',
      help: 'Writes that were moved from disk to the database',
      registers,
    }),
    journalReplayRate: new Gauge({
      name: 'tallystick_journal_replay_rate',
      help: 'Records per second of the last replay',
      registers,
    }),
    alert: new Gauge({
      name: 'tallystick_alert',
      help: '1 while an alert is active, else 0',
      labelNames: ['name'],
      registers,
    }),
    checkOk: new Gauge({
      name: 'tallystick_check_ok',
      help: '1 when the last check of a subsystem passed, else 0',
      labelNames: ['check'],
      registers,
    }),
  }
}

/** Returns all metrics as Prometheus text. */
export async function readMetrics({ registry, httpTimes }: Metrics): Promise<string> {
  return (await registry.metrics()) + httpTimes.toPrometheus()
}

/** Adds metrics of this process: memory, event loop and garbage collection. */
export function collectProcessMetrics(metrics: Metrics): void {
  // A higher precision would keep an idle process busy.
  collectDefaultMetrics({ register: metrics.registry, eventLoopMonitoringPrecision: 100 })
}
