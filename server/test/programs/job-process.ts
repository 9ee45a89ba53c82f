import { importJob } from '../../src/features/inventory/csv/import-job.js'
import { createJobWorker } from '../../src/features/jobs/job-worker.js'
import type { JobPoint } from '../../src/features/jobs/run-job.js'
import { rescanJob } from '../../src/features/payouts/rescan/rescan-job.js'
import { exportJob } from '../../src/features/receipts/read/export/export-job.js'
import { deploymentJob } from '../../src/features/split/deployment-job.js'
import type { UnixMs } from '../../src/lib/time.js'
import { createContext } from '../../src/platform/create-context.js'
import { silentLog } from '../fixtures/silent-log.js'
import { connectTimeoutMs, testConfig } from '../test-config.js'

/** The first message to the process. */
export type JobOrder = {
  databaseUrl: string
  now: UnixMs
  leaseMs: number
  /** Settings such as those of a chain. */
  environment?: Record<string, string>
  /** Kills itself when it has reached the point `times` times. Without it, it goes on. */
  kill?: { point: JobPoint; times: number }
}

process.on('message', ({ databaseUrl, now, leaseMs, environment, kill }: JobOrder) => {
  const ctx = createContext({
    config: testConfig({ DATABASE_POOL_SIZE: '5', ...environment }),
    databaseUrl,
    connectTimeoutMs,
    now: () => now,
    rootLog: silentLog,
    log: silentLog,
  })
  let remainingKills = kill?.times ?? 0
  createJobWorker(ctx, {
    runners: [importJob, exportJob, deploymentJob, rescanJob],
    pollMs: 50,
    tickMs: 10,
    leaseMs,
    hook(point) {
      if (point !== kill?.point) return
      remainingKills -= 1
      if (remainingKills === 0) process.kill(process.pid, 'SIGKILL')
    },
  }).start()
})
// The parent process has ended.
process.on('disconnect', () => process.exit())
process.send?.('ready')
