import { join } from 'node:path'
import { buildApp } from './app.js'
import { requireMasterKey } from './auth/merchants/require-master-key.js'
import { checkRates } from './features/rates/check-rates.js'
import { type Demo, seedDemo } from './features/sandbox/seed-demo.js'
import { writeDemoFile } from './features/sandbox/write-demo-file.js'
import { checkSettlement } from './features/settlement/check-settlement.js'
import { readSiteConfig } from './features/shop/read-site-config.js'
import { checkWebhooks } from './features/webhooks/check-webhooks.js'
import { createWebhookWorker } from './features/webhooks/webhook-worker.js'
import { jobs, taskHandlers } from './jobs.js'
import type { UnixMs } from './lib/time.js'
import { createChainCheck } from './platform/chain/chain-check.js'
import { hasContracts } from './platform/chain/has-contracts.js'
import { outgoingCheck } from './platform/chain/outgoing/outgoing-check.js'
import { createTransactionSender } from './platform/chain/outgoing/transaction-sender.js'
import { createSandboxClock, type SandboxClock } from './platform/clock/sandbox-clock.js'
import { type Config, completeConfig } from './platform/config/config.js'
import { type Environment, readSettings } from './platform/config/read-settings.js'
import { keepSandboxSecrets, type SandboxSecrets } from './platform/config/sandbox-secrets.js'
import type { Settings } from './platform/config/settings.js'
import type { Context } from './platform/context.js'
import { type CheckContext, createContext } from './platform/create-context.js'
import { DataDirInUse, lockDataDir } from './platform/data-dir/instance-lock.js'
import { migrate } from './platform/db/migrate.js'
import { startEmbeddedPostgres } from './platform/embedded-postgres/start-embedded-postgres.js'
import { findFreePort } from './platform/free-port.js'
import type { Check } from './platform/health.js'
import { newId } from './platform/ids.js'
import { createJobRunner } from './platform/jobs/run-jobs.js'
import { createTaskRunner } from './platform/jobs/run-tasks.js'
import { createLogger, createLogStream } from './platform/log.js'
import { collectProcessMetrics } from './platform/metrics.js'
import { projectRoot } from './platform/project-root.js'
import { serveMetrics } from './platform/serve-metrics.js'
import {
  deployDemo,
  examineChain,
  findOtherChain,
  prepareOwnChain,
  startOwnChain,
  wantsOwnChain,
} from './start-chain.js'
import type { Undo } from './undo.js'

export type Service = {
  ctx: Context
  demo: Demo | null
  metricsPort: number | null
  isEmbedded: boolean
}

/** The parts a sandbox runs by itself, where nothing else is configured. */
type OwnParts = { databaseUrl: string; anvilUrl: string | null; runsChain: boolean }

const clockPollMs = 1_000

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

  const clock = secrets && createSandboxClock(now)
  const parts = await startParts(config, { secrets, clock, log, undo })
  const { databaseUrl, anvilUrl } = parts
  signal.throwIfAborted()
  const directory = join(projectRoot(), 'server', 'migrations')
  await migrate({ url: databaseUrl, directory, now, log })
  signal.throwIfAborted()

  const ctx = createContext({
    config: anvilUrl ? { ...config, chainRpcUrl: [anvilUrl] } : config,
    databaseUrl,
    now: clock ? clock.now : now,
    sandbox: clock && { clock, anvilUrl },
    rootLog,
    log,
    moreChecks: checksOf,
  })
  undo(() => ctx.db.close())
  if (clock) {
    await followClock(ctx, clock, undo)
    // It may have been turned: what counts from here must not count that.
    ctx.startedAt = ctx.now()
  }
  if (clock && anvilUrl && parts.runsChain) await prepareOwnChain(config, { url: anvilUrl, clock })
  await examineChain(ctx)
  await requireMasterKey(ctx)
  const demo = secrets ? await seedDemo(ctx, secrets.demoKeySecret) : null
  await ctx.health.sample()
  ctx.health.start()
  undo(() => ctx.health.stop())
  const metricsPort = await startMetrics(ctx, undo)
  signal.throwIfAborted()

  if (config.role !== 'web') await startWorkers(ctx, demo, undo)
  if (config.role !== 'worker') {
    await startHttp(ctx, undo)
    if (demo) writeDemoFile(ctx.config, demo)
  }
  log.info({ baseUrl: config.baseUrl }, 'service ready')

  return { ctx, demo, metricsPort, isEmbedded: config.databaseUrl === undefined }
}

/** What is watched beside what every deployment has. */
function checksOf(base: CheckContext): Record<string, Check> {
  const { config, chain } = base
  return {
    rates: () => checkRates(base),
    webhooks: () => checkWebhooks(base),
    ...(chain && { chain: createChainCheck(chain, config.mode === 'live' ? 10_000 : 1_000) }),
    ...(chain && { settlement: () => checkSettlement(base) }),
    ...(chain && config.relayerPrivateKey && { outgoing: () => outgoingCheck(base) }),
  }
}

async function withPort(settings: Settings): Promise<Settings> {
  return settings.port === 0 ? { ...settings, port: await findFreePort() } : settings
}

/** Database and chain at the same time: each of them takes a second. */
async function startParts(
  config: Config,
  options: {
    secrets: SandboxSecrets | null
    clock: SandboxClock | null
    log: Context['log']
    undo: Undo
  },
): Promise<OwnParts> {
  const { secrets, clock, log, undo } = options
  const wantsChain = clock !== null && wantsOwnChain(config)
  if (config.databaseUrl !== undefined && !wantsChain) {
    return { databaseUrl: config.databaseUrl, anvilUrl: null, runsChain: false }
  }
  if (!secrets || !clock) throw new Error('live mode has no embedded parts')

  const isOwner = await ownDataDir(config, undo)
  // A process with one role is one of several, and two chains on one database would contradict each other.
  const runsChain = isOwner && config.role === 'all'
  const startChain = () =>
    runsChain ? startOwnChain(config, { clock, log, undo }) : findOtherChain(config, log)
  const [databaseUrl, anvilUrl] = await bothSettled(
    Promise.resolve(config.databaseUrl ?? startDatabase(config, secrets, log, undo)),
    Promise.resolve(wantsChain ? startChain() : null),
  )
  return { databaseUrl, anvilUrl, runsChain }
}

/** Waits for both, also when one has failed: what the other has started by then is to be stopped. */
async function bothSettled<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([one, other])
  return [await one, await other]
}

/** Whether the folder is this process's own. With a database elsewhere several may work, one of them with a chain. */
async function ownDataDir({ dataDir, databaseUrl }: Config, undo: Undo): Promise<boolean> {
  try {
    undo(await lockDataDir(dataDir))
    return true
  } catch (error) {
    if (error instanceof DataDirInUse && databaseUrl !== undefined) return false
    throw error
  }
}

async function startDatabase(
  config: Config,
  secrets: SandboxSecrets,
  log: Context['log'],
  undo: Undo,
): Promise<string> {
  const database = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    password: secrets.databasePassword,
    log,
  })
  undo(() => database.stop())
  log.info({ isAdopted: database.isAdopted }, 'database server running')
  return database.url
}

/** Takes up how far the clock was turned before, and what other processes turn from now on. */
async function followClock(ctx: Context, clock: SandboxClock, undo: Undo): Promise<void> {
  await clock.reload(ctx.db)
  if (ctx.config.databaseUrl === undefined) return
  const timer = setInterval(() => void clock.reload(ctx.db).catch(() => {}), clockPollMs)
  undo(() => clearInterval(timer))
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

async function startWorkers(ctx: Context, demo: Demo | null, undo: Undo): Promise<void> {
  const jobRunner = createJobRunner(ctx, { jobs })
  const taskRunner = createTaskRunner(ctx, { handlers: taskHandlers })
  const sender = createTransactionSender(ctx, { isReady: () => hasContracts(ctx.chain) })
  if (demo && ctx.sandbox?.anvilUrl) await deployDemo(ctx, { demo, sender })
  sender.start()
  undo(() => sender.stop())
  const webhooks = createWebhookWorker(ctx)
  jobRunner.start()
  taskRunner.start()
  webhooks.start()
  undo(() => jobRunner.stop())
  undo(() => taskRunner.stop())
  undo(() => webhooks.stop())
}

async function startHttp(ctx: Context, undo: Undo): Promise<void> {
  const { server } = await buildApp(ctx)
  await server.listen({ host: ctx.config.host, port: ctx.config.port })
  undo(() => server.close())
}
