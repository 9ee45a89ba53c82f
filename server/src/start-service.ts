import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './app.js'
import { followMerchantLimits, loadMerchantLimits } from './auth/limits/follow-merchant-limits.js'
import { requireMasterKey } from './auth/merchants/master-key.js'
import { createCheckAlerts } from './check-alerts.js'
import { writeDemoFile } from './features/sandbox/demo-file.js'
import { type Demo, seedDemo } from './features/sandbox/seed-demo.js'
import { readSiteConfig } from './features/shop/read-site-config.js'
import { features, snapshotSources } from './features.js'
import type { UnixMs } from './lib/time.js'
import { createAlerts } from './platform/alerts/alerts.js'
import { createSandboxClock, type SandboxClock } from './platform/clock/sandbox-clock.js'
import { type Config, completeConfig } from './platform/config/config.js'
import { type Environment, readSettings } from './platform/config/read-settings.js'
import { loadSandboxSecrets } from './platform/config/sandbox-secrets.js'
import type { Settings } from './platform/config/settings.js'
import type { Context } from './platform/context.js'
import { type CheckContext, createContext } from './platform/create-context.js'
import { protectDataDir } from './platform/data-dir/protect-data-dir.js'
import { startDatabase } from './platform/db/start-database.js'
import { StoreUnavailable } from './platform/db/store-unavailable.js'
import { findFreePort } from './platform/free-port.js'
import type { Check } from './platform/health.js'
import { acceptInParallel } from './platform/http/connections/accept-in-parallel.js'
import type { HttpServer } from './platform/http/create-http-server.js'
import { newId } from './platform/ids.js'
import { followLimitsFile } from './platform/limits/follow-limits-file.js'
import { createLogger, createLogStream, createPrettyLogStream } from './platform/log.js'
import { collectProcessMetrics, createMetrics } from './platform/metrics.js'
import { projectRoot } from './platform/project-root.js'
import { deriveKey } from './platform/secrets/derived-key.js'
import { serveMetrics } from './platform/serve-metrics.js'
import { openSnapshotFiles } from './platform/snapshot/snapshot-files.js'
import { createSnapshotWorker, type SnapshotWorker } from './platform/snapshot/snapshot-worker.js'
import { startBackground } from './start-background.js'
import { examineChain, prepareOwnChain, type Undo } from './start-chain.js'
import { startEmbedded } from './start-embedded.js'

export type Service = {
  ctx: Context
  demo: Demo | null
  databaseUrl: string
  metricsPort: number | null
  isEmbedded: boolean
}

const clockPollMs = 1_000
/** Connections that wait to be accepted. The system may allow fewer. */
const backlog = 2_048
/** A start during an outage waits no longer than this for facts of merchants used long ago. */
const recallWithinMs = 1_000
/** A database that only reads, because its disk is full, refuses the steps of a start at once. */
const stepRetryMs = 1_000
const attemptsPerLogLine = 30
/**
 * Starts every part that the configuration asks for. Each step registers how to undo it. When a
 * step throws or `signal` aborts, the caller runs the registered steps.
 */
export async function startService(options: {
  environment: Environment
  /** Whether standard output is a terminal. */
  isTerminal: boolean
  now: () => UnixMs
  undo: Undo
  signal: AbortSignal
}): Promise<Service> {
  const { undo, signal, now } = options
  const settings = await withPort(readSettings(options.environment))
  const secrets = settings.mode === 'sandbox' ? loadSandboxSecrets(settings.dataDir) : null
  const config = completeConfig(settings, secrets)
  // Also for roles without pages, so that a broken file is reported at once.
  readSiteConfig(config)

  const logFormat = config.logFormat ?? (options.isTerminal ? 'pretty' : 'json')
  const logStream = logFormat === 'json' ? createLogStream() : await createPrettyLogStream(options)
  const rootLog = createLogger(config.logLevel, logStream, logFormat)
  const log = rootLog.child({ correlationId: newId('proc') })
  undo(() => {
    log.info('service stopped')
    logStream.flushSync()
  })
  log.info({ mode: config.mode, role: config.role }, 'service starting')
  if (secrets) protectDataDir(config.dataDir, log)
  const metrics = createMetrics()
  const alerts = createAlerts({ config, metrics, log, now })
  undo(() => alerts.close())
  if (config.limitsFile) {
    const { limitsFile: path, limits } = config
    const following = followLimitsFile({ path, limits, alerts, log })
    undo(() => following.stop())
  }

  const clock = secrets && createSandboxClock(now)
  const parts = await startEmbedded(config, { secrets, clock, log, alerts, undo })
  const { databaseUrl, anvilUrl } = parts
  signal.throwIfAborted()

  const ctx = createContext({
    config: anvilUrl ? { ...config, chainRpcUrl: [anvilUrl] } : config,
    databaseUrl,
    now: clock ? clock.now : now,
    sandbox: clock && { clock, anvilUrl },
    rootLog,
    log,
    moreChecks: checksOf,
    metrics,
    alerts,
    alertOnChecks: createCheckAlerts,
  })
  undo(() => ctx.db.close())
  undo(() => ctx.replica?.close())
  const changedLimits = followMerchantLimits(ctx)
  undo(() => changedLimits.stop())
  undo(() => ctx.media.decoder.close())
  undo(() => ctx.journal.close())
  const snapshot = servesRequests(config) ? createSnapshot(ctx) : null
  const hasSnapshot = (await snapshot?.restore()) === true
  const directory = join(projectRoot(), 'server', 'migrations')
  const database = { url: databaseUrl, directory, now, log, signal }
  const canStartWithout = hasSnapshot && config.databaseUrl !== undefined
  const migrations = await startDatabase({ ...database, canStartWithout })
  // The pretty format leaves out the line of each migration.
  if (logFormat === 'pretty' && migrations) log.info({ migrations }, 'database schema updated')
  signal.throwIfAborted()

  const isDegraded = migrations === null
  if (clock && !isDegraded) await persist(() => followClock(ctx, clock, undo))
  if (clock && anvilUrl && parts.runsChain) await prepareOwnChain(config, { url: anvilUrl, clock })
  if (config.role === 'sandbox') {
    log.info('sandbox ready')
    return { ctx, demo: null, databaseUrl, metricsPort: null, isEmbedded: true }
  }
  // Building the routes uses the CPU while the chain check waits for the node.
  const [server] = await Promise.all([
    servesRequests(config) ? prepareHttp(ctx) : null,
    isDegraded ? null : persist(() => examineChain(ctx)),
  ])
  const demoKeySecret = secrets?.demoKeySecret ?? null
  const demo = isDegraded ? null : await persist(() => prepareData(ctx, demoKeySecret))
  await ctx.health.sample()
  ctx.health.start()
  undo(() => ctx.health.stop())
  const metricsPort = await startMetrics(ctx, undo)
  signal.throwIfAborted()

  if (isDegraded) {
    // An earlier process may have accepted sales in the same outage.
    await ctx.journal.adopt()
    await Promise.race([snapshot?.recall(), sleep(recallWithinMs)])
    void finishLater()
  } else await startBackground(ctx, { demo, snapshot, undo, persist })
  if (server) {
    await server.listen({ host: config.host, port: config.port, backlog })
    const acceptors = acceptInParallel(server.server, log, { backlog })
    undo(async () => {
      await drain(ctx, server)
      await Promise.all([acceptors.close(), server.close()])
    })
    if (demo) writeDemoFile(ctx.config, demo)
  }
  if (isDegraded) log.warn('the database cannot be reached; the service starts with its snapshot')
  log.info({ baseUrl: config.baseUrl }, 'service ready')

  return { ctx, demo, databaseUrl, metricsPort, isEmbedded: config.databaseUrl === undefined }

  async function persist<Result>(step: () => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await step()
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        if (attempt % attemptsPerLogLine === 0) {
          log.error(
            { err: error.cause },
            'the database is unavailable during the start; trying again',
          )
        }
        await sleep(stepRetryMs, undefined, { signal }).catch(() => {})
        signal.throwIfAborted()
      }
    }
  }

  /** Runs the steps that need the database. An error ends the process, as at the start. */
  async function finishLater(): Promise<void> {
    try {
      await persist(() => startDatabase({ ...database, canStartWithout: false }))
      if (clock) await persist(() => followClock(ctx, clock, undo))
      await persist(() => examineChain(ctx))
      const late = await persist(() => prepareData(ctx, demoKeySecret))
      await startBackground(ctx, { demo: late, snapshot, undo, persist })
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
}

function servesRequests({ role }: Pick<Config, 'role'>): boolean {
  return role === 'all' || role === 'web'
}

/** Checks and completes the data that the service relies on. */
async function prepareData(ctx: Context, demoKeySecret: string | null): Promise<Demo | null> {
  await requireMasterKey(ctx)
  await loadMerchantLimits(ctx)
  return demoKeySecret === null ? null : seedDemo(ctx, demoKeySecret)
}

function checksOf(base: CheckContext): Record<string, Check> {
  return Object.assign({}, ...features.map(({ checks }) => checks?.(base)))
}

async function withPort(settings: Settings): Promise<Settings> {
  return settings.port === 0 ? { ...settings, port: await findFreePort() } : settings
}

/** Applies earlier moves of the sandbox clock, and follows moves made by other processes. */
async function followClock(ctx: Context, clock: SandboxClock, undo: Undo): Promise<void> {
  await clock.reload(ctx.db)
  // The clock may have been moved forward, which must not count as uptime.
  ctx.startedAt = ctx.now()
  const isAlone = ctx.config.databaseUrl === undefined && ctx.config.role !== 'sandbox'
  if (isAlone) return
  const timer = setInterval(() => void clock.reload(ctx.db).catch(() => {}), clockPollMs)
  undo(() => clearInterval(timer))
}

/** Serves metrics. A failure is a warning, because it must not prevent the start. */
async function startMetrics(ctx: Context, undo: Undo): Promise<number | null> {
  try {
    collectProcessMetrics(ctx.metrics)
    const { port, close } = await serveMetrics(ctx.metrics, ctx.config.metricsPort)
    undo(close)
    return port
  } catch (error) {
    ctx.log.warn({ err: error, port: ctx.config.metricsPort }, 'metrics are not served')
    return null
  }
}

async function prepareHttp(ctx: Context): Promise<HttpServer> {
  const { server } = await buildApp(ctx)
  await server.ready()
  return server
}

/**
 * Serves requests for a while and reports that it is about to stop. Every connection ends with its
 * next response, so that a load balancer opens no request on one that closes.
 */
async function drain({ health, config }: Context, { server }: HttpServer): Promise<void> {
  health.drain()
  if (config.drainMs === 0) return
  server.prependListener('request', (_request, response) => {
    response.setHeader('connection', 'close')
  })
  await sleep(config.drainMs)
}

/** Creates the worker that keeps the facts of every feature in `DATA_DIR`, encrypted. */
function createSnapshot(ctx: Context): SnapshotWorker {
  const { dataDir, masterKey, snapshotMaxAgeMs } = ctx.config
  const files = openSnapshotFiles({
    directory: join(dataDir, 'snapshot'),
    key: deriveKey(masterKey, 'snapshot'),
    maxAgeMs: snapshotMaxAgeMs,
    log: ctx.log,
  })
  return createSnapshotWorker(ctx, { sources: snapshotSources, files })
}
