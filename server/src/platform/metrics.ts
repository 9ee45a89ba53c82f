import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { createHttpTimes } from './http/http-times.js'

/** Everything the service counts. Labels have few values; nothing in them names a person or a merchant. */
export type Metrics = ReturnType<typeof createMetrics>

/** Fresh counters, all at zero, in a registry of their own. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]

  return {
    registry,
    httpTimes: createHttpTimes(),
    jobRuns: new Counter({
      name: 'tallystick_job_runs_total',
      help: 'Runs of recurring jobs, by how they ended',
      labelNames: ['job', 'outcome'],
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'tallystick_job_seconds',
      help: 'Time a run of a recurring job took',
      labelNames: ['job'],
      registers,
    }),
    outboxPending: new Gauge({
      name: 'tallystick_outbox_pending',
      help: 'Status changes that wait to be published, up to 10,000',
      registers,
    }),
    outgoing: new Gauge({
      name: 'tallystick_outgoing_transactions',
      help: 'Transactions of our own by state, without final ones',
      labelNames: ['state'],
      registers,
    }),
    outgoingOldestSeconds: new Gauge({
      name: 'tallystick_outgoing_oldest_unmined_seconds',
      help: 'Age of the oldest transaction of our own that is in no block yet',
      registers,
    }),
    signerBalance: new Gauge({
      name: 'tallystick_signer_balance_ether',
      help: 'What the signer of our own transactions can pay for gas with',
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'tallystick_webhook_attempts_total',
      help: 'Attempts to deliver webhooks, by what came of the delivery',
      labelNames: ['outcome'],
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
      help: '1 when the last sample of a subsystem was good, else 0',
      labelNames: ['check'],
      registers,
    }),
  }
}

/** Everything counted so far, as Prometheus text. */
export async function readMetrics({ registry, httpTimes }: Metrics): Promise<string> {
  return (await registry.metrics()) + httpTimes.toPrometheus()
}

/** Adds memory, event loop and garbage collection of this process. */
export function collectProcessMetrics(metrics: Metrics): void {
  // Sampled more often, the event loop alone would keep an idle process busy.
  collectDefaultMetrics({ register: metrics.registry, eventLoopMonitoringPrecision: 100 })
}
