import { join } from 'node:path'
import { buildApp } from './app.js'
import { requireMasterKey } from './auth/merchants/require-master-key.js'
import { checkRates } from './features/rates/check-rates.js'
import { type Demo, seedDemo } from './features/sandbox/seed-demo.js'
import { writeDemoFile } from './features/sandbox/write-demo-file.js'
import { readSiteConfig } from './features/shop/read-site-config.js'
import { jobs, taskHandlers } from './jobs.js'
import type { UnixMs } from './lib/time.js'
import { type Config, completeConfig } from './platform/config/config.js'
import { type Environment, readSettings } from './platform/config/read-settings.js'
import { keepSandboxSecrets, type SandboxSecrets } from './platform/config/sandbox-secrets.js'
import type { Settings } from './platform/config/settings.js'
import type { Context } from './platform/context.js'
import { createContext } from './platform/create-context.js'
import { lockDataDir } from './platform/data-dir/instance-lock.js'
import { migrate } from './platform/db/migrate.js'
import { startEmbeddedPostgres } from './platform/embedded-postgres/start-embedded-postgres.js'
import { findFreePort } from './platform/free-port.js'
import { newId } from './platform/ids.js'
import { createJobRunner } from './platform/jobs/run-jobs.js'
import { createTaskRunner } from './platform/jobs/run-tasks.js'
import { createLogger, createLogStream } from './platform/log.js'
import { collectProcessMetrics } from './platform/metrics.js'
import { projectRoot } from './platform/project-root.js'
import { serveMetrics } from './platform/serve-metrics.js'

/** How to undo the steps of a start, last one first. */
export type Undo = (step: () => Promise<void> | void) => void

export type Service = {
  ctx: Context
  demo: Demo | null
  metricsPort: number | null
  isEmbedded: boolean
}

/**
 * Starts everything this process is configured to be, each step registering how to undo it. When a
 * step throws, or `signal` aborts, the caller runs what was registered so far.
 */
export async function startService(options: {
  environment: Environment
  now: () => UnixMs
  undo: Undo
  signal: AbortSignal
}): Promise<Service> {
  const { undo, signal, now } = options
  const settings = await withPort(readSettings(options.environment))
  const secrets = settings.mode === 'sandbox' ? keepSandboxSecrets(settings.dataDir) : null
  const config = completeConfig(settings, secrets)
  // Also where no page is served: what is broken in it should show at once.
  readSiteConfig(config)

  const logStream = createLogStream()
  const rootLog = createLogger(config.logLevel, logStream)
  const log = rootLog.child({ correlationId: newId('proc') })
  undo(() => {
    log.info('service stopped')
    logStream.flushSync()
  })
  log.info({ mode: config.mode, role: config.role }, 'service starting')

  const databaseUrl = config.databaseUrl ?? (await startDatabase(config, secrets, log, undo))
  signal.throwIfAborted()
  const directory = join(projectRoot(), 'server', 'migrations')
  await migrate({ url: databaseUrl, directory, now, log })
  signal.throwIfAborted()

  const ctx = createContext({
    config,
    databaseUrl,
    now,
    rootLog,
    log,
    moreChecks: (base) => ({ rates: () => checkRates(base) }),
  })
  undo(() => ctx.db.close())
  await requireMasterKey(ctx)
  const demo = secrets ? await seedDemo(ctx, secrets.demoKeySecret) : null
  await ctx.health.sample()
  ctx.health.start()
  undo(() => ctx.health.stop())
  const metricsPort = await startMetrics(ctx, undo)
  signal.throwIfAborted()

  if (config.role !== 'web') startWorkers(ctx, undo)
  if (config.role !== 'worker') {
    await startHttp(ctx, undo)
    if (demo) writeDemoFile(config, demo)
  }
  log.info({ baseUrl: config.baseUrl }, 'service ready')

  return { ctx, demo, metricsPort, isEmbedded: config.databaseUrl === undefined }
}

async function withPort(settings: Settings): Promise<Settings> {
  return settings.port === 0 ? { ...settings, port: await findFreePort() } : settings
}

async function startDatabase(
  config: Config,
  secrets: SandboxSecrets | null,
  log: Context['log'],
  undo: Undo,
): Promise<string> {
  if (!secrets) throw new Error('live mode has no embedded database')

  undo(await lockDataDir(config.dataDir))
  const database = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    password: secrets.databasePassword,
    log,
  })
  undo(() => database.stop())
  log.info({ isAdopted: database.isAdopted }, 'database server running')
  return database.url
}

/** Metrics are worth a warning, never a refused start. */
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

function startWorkers(ctx: Context, undo: Undo): void {
  const jobRunner = createJobRunner(ctx, { jobs })
  const taskRunner = createTaskRunner(ctx, { handlers: taskHandlers })
  jobRunner.start()
  taskRunner.start()
  undo(() => jobRunner.stop())
  undo(() => taskRunner.stop())
}

async function startHttp(ctx: Context, undo: Undo): Promise<void> {
  const { server } = await buildApp(ctx)
  await server.listen({ host: ctx.config.host, port: ctx.config.port })
  undo(() => server.close())
}
