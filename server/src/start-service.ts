import { join } from 'node:path'
import { buildApp } from './app.js'
import { type Demo, seedDemo } from './features/sandbox/seed-demo.js'
import { writeDemoFile } from './features/sandbox/write-demo-file.js'
import { jobs, taskHandlers } from './jobs.js'
import type { UnixMs } from './lib/time.js'
import { createChecks } from './platform/checks.js'
import { type Config, completeConfig } from './platform/config/config.js'
import { type Environment, readSettings } from './platform/config/read-settings.js'
import { keepSandboxSecrets, type SandboxSecrets } from './platform/config/sandbox-secrets.js'
import type { Settings } from './platform/config/settings.js'
import type { Context } from './platform/context.js'
import { lockDataDir } from './platform/data-dir/instance-lock.js'
import { migrate } from './platform/db/migrate.js'
import { createPostgresDb } from './platform/db/postgres-db.js'
import { startEmbeddedPostgres } from './platform/embedded-postgres/start-embedded-postgres.js'
import { findFreePort } from './platform/free-port.js'
import { createHealthMonitor } from './platform/health.js'
import { newId } from './platform/ids.js'
import { createJobRunner } from './platform/jobs/run-jobs.js'
import { createTaskRunner } from './platform/jobs/run-tasks.js'
import { createLogger, createLogStream } from './platform/log.js'
import { collectProcessMetrics, createMetrics } from './platform/metrics.js'
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

  const logStream = createLogStream()
  const rootLog = createLogger(config.logLevel, logStream)
  const log = rootLog.child({ correlationId: newId('proc') })
  const startedAt = now()
  undo(() => {
    log.info('service stopped')
    logStream.flushSync()
  })
  log.info({ mode: config.mode, role: config.role }, 'service starting')

  const url = config.databaseUrl ?? (await startDatabase(config, secrets, log, undo))
  signal.throwIfAborted()
  await migrate({ url, directory: join(projectRoot(), 'server', 'migrations'), now, log })
  signal.throwIfAborted()

  const db = createPostgresDb({ url, poolSize: config.databasePoolSize, log })
  undo(() => db.close())
  const metrics = createMetrics()
  collectProcessMetrics(metrics)
  const health = createHealthMonitor(createChecks({ db, now, metrics }), { log, metrics })
  const ctx: Context = { config, db, now, startedAt, newId, fetch, log, rootLog, metrics, health }

  const demo = secrets ? await seedDemo(ctx, secrets.demoKeySecret) : null
  await health.sample()
  health.start()
  undo(() => health.stop())
  const metricsPort = await startMetrics(ctx, undo)
  signal.throwIfAborted()

  if (config.role !== 'web') startWorkers(ctx, undo)
  if (config.role !== 'worker') await startHttp(ctx, undo)
  if (demo) writeDemoFile(config, demo)
  log.info({ baseUrl: config.baseUrl, ms: now() - startedAt }, 'service ready')

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
