import { buildApp } from '../src/app.js'
import { unixMs } from '../src/lib/time.js'
import type { Context } from '../src/platform/context.js'
import { createContext } from '../src/platform/create-context.js'
import type { HttpServer } from '../src/platform/http/create-http-server.js'
import { createLogger, type Logger } from '../src/platform/log.js'
import { silentLog } from './silent-log.js'
import { testConfig } from './test-config.js'
import { createTestDatabase } from './test-database.js'

/** The fixed clock's first answer: 1 January 2026, noon UTC. */
export const testNow = unixMs(1_767_268_800_000)

export type TestContext = Context & {
  clock: { advance(ms: number): void }
  close(): Promise<void>
}

/** Everything a verb needs, on a real database of its own, with a clock that moves only by hand. */
export async function createTestContext(
  options: { environment?: Record<string, string>; log?: Logger } = {},
): Promise<TestContext> {
  const database = await createTestDatabase()
  const log = options.log ?? silentLog
  let time = testNow
  const ctx = createContext({
    config: testConfig({ DATABASE_POOL_SIZE: '5', ...options.environment }),
    databaseUrl: database.url,
    now: () => time,
    rootLog: log,
    log,
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
      await ctx.db.close()
      await database.drop()
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

type TestAppOptions = Parameters<typeof createTestContext>[0] & {
  /** Adds routes that only a test needs. */
  extraRoutes?: (server: HttpServer, ctx: TestContext) => void
}

/** The real app on a test context. `inject` calls it without a socket. */
export async function createTestApp({ extraRoutes, ...options }: TestAppOptions = {}) {
  const ctx = await createTestContext(options)
  const { server, routes } = await buildApp(ctx)
  extraRoutes?.(server, ctx)
  await server.ready()

  return {
    ctx,
    server,
    routes,
    inject: server.inject.bind(server),
    async close() {
      await server.close()
      await ctx.close()
    },
  }
}

/** A logger whose lines a test can read. */
export function createRecordingLog(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const log = createLogger('trace', { write: (text) => lines.push(JSON.parse(text)) })
  return { log, lines }
}
