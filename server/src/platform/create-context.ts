import type { UnixMs } from '../lib/time.js'
import { type Alerts, createAlerts } from './alerts/alerts.js'
import { createViemChain } from './chain/viem-chain.js'
import { createChecks } from './checks.js'
import type { Config } from './config/config.js'
import type { Context } from './context.js'
import { createPostgresDb } from './db/postgres-db.js'
import { type Check, createHealthMonitor, type OnSample } from './health.js'
import { newId } from './ids.js'
import { createWakeups } from './jobs/wakeups.js'
import { createKeyedMutex } from './keyed-mutex.js'
import type { Logger } from './log.js'
import { createMetrics, type Metrics } from './metrics.js'
import { createResolveHost } from './outbound/resolve-host.js'
import type { Sandbox } from './sandbox.js'

/** What checks may ask. */
export type CheckContext = Pick<Context, 'config' | 'db' | 'chain' | 'now' | 'metrics'>

export type CreateContextInput = {
  config: Config
  databaseUrl: string
  now: () => UnixMs
  sandbox?: Sandbox | null
  rootLog: Logger
  log: Logger
  /** Checks of subsystems that the platform knows nothing of. */
  moreChecks?: (base: CheckContext) => Record<string, Check>
  metrics?: Metrics
  alerts?: Alerts
  /** Turns samples of checks into alerts. */
  alertOnChecks?: (alerts: Alerts) => OnSample
}

/** Puts a context together. Nothing is started and no connection made before its first use. */
export function createContext(input: CreateContextInput): Context {
  const { config, databaseUrl, now, sandbox = null, rootLog, log } = input
  const metrics = input.metrics ?? createMetrics()
  const alerts = input.alerts ?? createAlerts({ config, metrics, log, now })
  const db = createPostgresDb({ url: databaseUrl, poolSize: config.databasePoolSize, log })
  const chain = createViemChain(config)
  const checks = {
    ...createChecks({ db, now }),
    ...input.moreChecks?.({ config, db, chain, now, metrics }),
  }
  const health = createHealthMonitor(checks, {
    log,
    metrics,
    onSample: input.alertOnChecks?.(alerts),
  })

  const resolveHost = createResolveHost(config.mode)
  const outside = { db, chain, sandbox, now, newId, fetch, resolveHost, log, rootLog }
  const inside = { mutex: createKeyedMutex(), wakeups: createWakeups(), metrics, alerts, health }
  return { config, ...outside, startedAt: now(), ...inside }
}
