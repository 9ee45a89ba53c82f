import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { buildApp } from '../src/app.js'
import { createCheckAlerts } from '../src/check-alerts.js'
import { checkOutbox } from '../src/features/events/publish-events.js'
import { type UnixMs, unixMs } from '../src/lib/time.js'
import { createBatches } from '../src/platform/batches.js'
import { createViemChain } from '../src/platform/chain/viem-chain.js'
import { createSandboxClock } from '../src/platform/clock/sandbox-clock.js'
import type { Config } from '../src/platform/config/config.js'
import type { Context } from '../src/platform/context.js'
import { createContext } from '../src/platform/create-context.js'
import type { HttpServer } from '../src/platform/http/create-http-server.js'
import { createSchemaCompilers } from '../src/platform/http/schema-compilers.js'
import {
  createInstallationId,
  createLinkSecret,
} from '../src/platform/installation/installation-store.js'
import { createKeyedMutex } from '../src/platform/keyed-mutex.js'
import { createLogger, type Logger } from '../src/platform/log.js'
import { createMemory } from '../src/platform/memory.js'
import { type Canaries, plantCanaries, watchCanaries } from './canaries.js'
import { silentLog } from './fixtures/silent-log.js'
import { connectTimeoutMs, requestTimeoutMs, testConfig } from './test-config.js'
import { createTestDatabase, ensureTemplate } from './test-database.js'

/** The start of the fixed clock: 1 January 2026, noon UTC. */
export const testNow = unixMs(1_767_268_800_000)

export type TestContext = Context & {
  clock: { advance(ms: number): void }
  close(): Promise<void>
}

type TestContextOptions = {
  environment?: Record<string, string>
  log?: Logger
  /** Replaces the manual clock. */
  now?: () => UnixMs
  connectTimeoutMs?: number
  requestTimeoutMs?: number
}

/** A context with its own real database and a manual clock. */
export async function createTestContext(options: TestContextOptions = {}): Promise<TestContext> {
  return createContextOn(await createTestDatabase(), options)
}

/** The same on a database that the caller has made. */
export async function createContextOn(
  database: { url: string; drop(): Promise<void> },
  options: TestContextOptions,
): Promise<TestContext> {
  const log = options.log ?? silentLog
  let time = testNow
  const clock = createSandboxClock(options.now ?? (() => time))
  const config = testConfig({ DATABASE_POOL_SIZE: '5', ...options.environment })
  const anvilUrl = options.environment?.['CHAIN_RPC_URL'] ?? null
  const ctx = createContext({
    config,
    databaseUrl: database.url,
    connectTimeoutMs: options.connectTimeoutMs ?? connectTimeoutMs,
    requestTimeoutMs: options.requestTimeoutMs ?? requestTimeoutMs,
    now: clock.now,
    sandbox: config.mode === 'sandbox' ? { clock, anvilUrl } : null,
    rootLog: log,
    log,
    alertOnChecks: createCheckAlerts,
    moreChecks: (base) => ({ outbox: () => checkOutbox(base) }),
  })
  await ctx.health.sample()

  return {
    ...ctx,
    clock: {
      advance(ms) {
        time = unixMs(time + ms)
      },
    },
    async close() {
      await ctx.health.stop()
      await ctx.journal.close()
      ctx.media.decoder.close()
      await ctx.db.close()
      await database.drop()
    },
  }
}

/** Shared, because compiling every schema takes longer than most test files. */
const compilers = createSchemaCompilers()

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

type TestAppOptions = TestContextOptions & {
  /** Adds routes for a test. */
  extraRoutes?: (server: HttpServer, ctx: TestContext) => void
  /**
   * Whether the database has the canaries of a merchant that no test uses. Otherwise it starts
   * empty.
   */
  hasCanaries?: boolean
  /** Returns the URL at which the app reaches its database, e.g. of a proxy. */
  reachDatabase?: (url: string) => Promise<string>
}

/** Creates the real app on a test context, with canaries. Closing it fails when a canary leaked. */
export async function createTestApp({
  extraRoutes,
  hasCanaries = true,
  reachDatabase = async (url) => url,
  ...options
}: TestAppOptions = {}) {
  let canaries: Canaries | null = null
  const watchedLog = createLogger('trace', { write: (line) => canaries?.watchLog(line) })
  const content = hasCanaries ? { template: await plantedTemplate() } : 'migrated'
  const database = await createTestDatabase(content)
  const url = await reachDatabase(database.url)
  const ctx = await createContextOn({ ...database, url }, { log: watchedLog, ...options })
  canaries = watchCanaries(ctx)
  const { server, routes } = await buildApp(ctx, compilers)
  extraRoutes?.(server, ctx)
  await server.ready()

  const servers = [server]
  const watched = (target: HttpServer) => async (request: InjectOptions | string) => {
    const response: LightMyRequestResponse = await target.inject(request)
    const url = typeof request === 'string' ? request : request.url
    canaries?.watchResponse(String(url), response)
    return response
  }

  return {
    ctx,
    server,
    routes,
    /** Calls the app without a socket. */
    inject: watched(server),
    /** Creates the app as of another process: the same database, separate memory. */
    async sibling(environment: Record<string, string> = {}, change: Partial<Config> = {}) {
      const config = { ...testConfig({ ...options.environment, ...environment }), ...change }
      const { server: other } = await buildApp(
        {
          ...ctx,
          config,
          chain: createViemChain(config),
          memory: createMemory(),
          mutex: createKeyedMutex(),
          batches: createBatches(ctx.db),
          installationId: createInstallationId({ config, db: ctx.db }),
          linkSecret: createLinkSecret(ctx),
        },
        compilers,
      )
      extraRoutes?.(other, ctx)
      servers.push(other)
      await other.ready()
      return { inject: watched(other) }
    },
    /** Closes the app, and fails when a canary leaked. */
    async close() {
      await Promise.all(servers.map((server) => server.close()))
      const leaks = (await canaries?.leaks()) ?? []
      await ctx.close()
      if (leaks.length > 0) throw new Error(`canaries were seen:\n${leaks.join('\n')}`)
    },
  }
}

/**
 * Planting canaries takes longer than creating the app, so each app gets a copy of one database.
 */
async function plantedTemplate(): Promise<string> {
  const name = 'template_canaries'
  await ensureTemplate(name, async (url) => {
    const ctx = await createContextOn({ url, drop: async () => {} }, {})
    await plantCanaries(ctx)
    await ctx.close()
  })
  return name
}

/** Creates a logger whose lines a test can read. */
export function createRecordingLog(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const log = createLogger('trace', { write: (text) => lines.push(JSON.parse(text)) })
  return { log, lines }
}
