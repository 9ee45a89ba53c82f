import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Everything the service counts. Labels have few values; nothing in them names a person or a merchant. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]

  return {
    registry,
    httpSeconds: new Histogram({
      name: 'tallystick_http_request_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
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
    tasks: new Counter({
      name: 'tallystick_outbox_tasks_total',
      help: 'Outbox tasks handled, by how they ended',
      labelNames: ['topic', 'outcome'],
      registers,
    }),
    tasksPending: new Gauge({
      name: 'tallystick_outbox_pending',
      help: 'Outbox tasks that wait for their time or their turn',
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

/** Adds memory, event loop and garbage collection of this process. */
export function collectProcessMetrics(metrics: Metrics): void {
  collectDefaultMetrics({ register: metrics.registry })
}
