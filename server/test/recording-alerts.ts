import { unixMs } from '../src/lib/time.js'
import { type Alerts, createAlerts } from '../src/platform/alerts/alerts.js'
import type { Logger } from '../src/platform/log.js'
import { createMetrics } from '../src/platform/metrics.js'
import { testConfig } from './test-config.js'

/** Alerts whose log lines a test can read. */
export function createRecordingAlerts(log: Logger): Alerts {
  const now = () => unixMs(1_767_268_800_000)
  return createAlerts({ config: testConfig(), metrics: createMetrics(), log, now })
}
