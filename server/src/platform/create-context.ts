import { join } from 'node:path'
import type { UnixMs } from '../lib/time.js'
import { type Alerts, createAlerts } from './alerts/alerts.js'
import { createBatches } from './batches.js'
import { createViemChain } from './chain/viem-chain.js'
import type { Sandbox } from './clock/sandbox-clock.js'
import type { Config } from './config/config.js'
import type { Context } from './context.js'
import type { Db } from './db/db.js'
import { createPostgresDb } from './db/postgres-db.js'
import { createReplica, type Replica } from './db/replica.js'
import { createDegraded } from './degraded/degraded.js'
import { type Check, createHealthMonitor, type OnSample } from './health.js'
import { createNewId, newId } from './ids.js'
import { createInstallationId, createLinkSecret } from './installation/installation-store.js'
import { listUnhealthyJobs } from './jobs/lease-store.js'
import { createWakeups } from './jobs/wakeups.js'
import { checkJournal } from './journal/check-journal.js'
import { createJournal } from './journal/journal.js'
import { createKeyedMutex } from './keyed-mutex.js'
import type { Logger } from './log.js'
import { createMedia } from './media/media.js'
import { createMemory } from './memory.js'
import { createMetrics, type Metrics } from './metrics.js'
import { createResolveHost } from './outbound/resolve-host.js'
import { deriveKey } from './secrets/derived-key.js'
import { createSnapshot } from './snapshot/snapshot.js'
import { platformGroup, recallStatements } from './snapshot/statements.js'

export type CheckContext = Pick<Context, 'config' | 'db' | 'chain' | 'now' | 'metrics'>

export type CreateContextInput = {
  config: Config
  databaseUrl: string
  /** How long opening a database connection may take. */
  connectTimeoutMs?: number | undefined
  /** How long a request waits for a connection, and for each statement. */
  requestTimeoutMs?: number | undefined
  now: () => UnixMs
  sandbox?: Sandbox | null
  rootLog: Logger
  log: Logger
  /** Checks of subsystems outside the platform. */
  moreChecks?: (base: CheckContext) => Record<string, Check>
  metrics?: Metrics
  alerts?: Alerts
  /** Raises alerts from samples of checks. */
  alertOnChecks?: (alerts: Alerts) => OnSample
}

/** Creates a context. Nothing is started, and connections are made on first use. */
export function createContext(input: CreateContextInput): Context {
  const { config, databaseUrl, now, sandbox = null, rootLog, log } = input
  const { connectTimeoutMs, requestTimeoutMs } = input
  const metrics = input.metrics ?? createMetrics()
  const alerts = input.alerts ?? createAlerts({ config, metrics, log, now })
  const db = createPostgresDb({
    url: databaseUrl,
    poolSize: config.databasePoolSize,
    log,
    connectTimeoutMs,
    requestTimeoutMs,
    statements: config.databaseStatements,
  })
  const replica = openReplica({ config, primary: db, log })
  const chain = createViemChain(config)
  const journal = createJournal({
    directory: join(config.dataDir, 'journal'),
    key: deriveKey(config.masterKey, 'journal'),
    newId: () => newId('proc'),
    now,
    alerts,
  })
  const checks = {
    ...createPlatformChecks({ db, now }),
    ...(replica && { replica: () => checkReplica(replica) }),
    journal: () => checkJournal({ db, journal, metrics, now, alerts }),
    ...input.moreChecks?.({ config, db, chain, now, metrics }),
  }
  const health = createHealthMonitor(checks, {
    log,
    metrics,
    onSample: input.alertOnChecks?.(alerts),
  })

  const resolveHost = createResolveHost(config.mode)
  const clock = { now, newId: createNewId(now) }
  const outside = { db, replica, chain, sandbox, ...clock, fetch, resolveHost, log, rootLog }
  const shared = { mutex: createKeyedMutex(), memory: createMemory(), batches: createBatches(db) }
  const media = createMedia(config)
  const parts = { ...shared, media, wakeups: createWakeups(), metrics, alerts, health }
  const snapshot = createSnapshot({ now, maxAgeMs: config.snapshotMaxAgeMs })
  const outage = { degraded: createDegraded({ db, journal, log }), journal, snapshot }
  const recalling = recallStatements({ db, snapshot }, platformGroup)
  const installation = {
    installationId: createInstallationId({ config, db: recalling }),
    linkSecret: createLinkSecret({ db: recalling }),
  }
  return { config, ...outside, startedAt: now(), ...installation, ...parts, ...outage }
}

function openReplica(input: { config: Config; primary: Db; log: Logger }): Replica | null {
  const { config, primary, log } = input
  const { databaseReadUrl: url, databasePoolSize, databaseStatements: statements } = config
  if (url === undefined) return null
  return createReplica({ primary, url, poolSize: databasePoolSize, log, statements })
}

async function checkReplica(replica: Replica) {
  const { reason, ...counts } = replica.state()
  return { ok: reason === null, ...counts, ...(reason !== null && { reason }) }
}

/** Creates the checks that every deployment has. */
function createPlatformChecks({ db, now }: { db: Db; now: () => UnixMs }): Record<string, Check> {
  return {
    async datastore() {
      const startedAt = performance.now()
      await db.query('select 1')
      return { ok: true, latencyMs: Math.round(performance.now() - startedAt) }
    },
    async jobs() {
      const { failing, overdue } = await listUnhealthyJobs(db, now())
      return { ok: failing.length === 0 && overdue.length === 0, failing, overdue }
    },
  }
}
