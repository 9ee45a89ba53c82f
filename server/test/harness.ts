import { buildApp } from '../src/app.js'
import { unixMs } from '../src/lib/time.js'
import { createChecks } from '../src/platform/checks.js'
import type { Context } from '../src/platform/context.js'
import { createPostgresDb } from '../src/platform/db/postgres-db.js'
import { createHealthMonitor } from '../src/platform/health.js'
import { newId } from '../src/platform/ids.js'
import { createLogger, type Logger } from '../src/platform/log.js'
import { createMetrics } from '../src/platform/metrics.js'
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
  const config = testConfig(options.environment)
  const database = await createTestDatabase()
  const log = options.log ?? silentLog
  const db = createPostgresDb({ url: database.url, poolSize: 5, log })
  const metrics = createMetrics()
  let time = testNow
  const now = () => time
  const health = createHealthMonitor(createChecks({ db, now, metrics }), { log, metrics })
  await health.sample()

  return {
    config,
    db,
    now,
    startedAt: testNow,
    newId,
    fetch,
    log,
    rootLog: log,
    metrics,
    health,
    clock: {
      advance(ms) {
        time = unixMs(time + ms)
      },
    },
    async close() {
      await health.stop()
      await db.close()
      await database.drop()
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

/** The real app on a test context. `inject` calls it without a socket. */
export async function createTestApp(options: Parameters<typeof createTestContext>[0] = {}) {
  const ctx = await createTestContext(options)
  const { server, routes } = await buildApp(ctx)
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
