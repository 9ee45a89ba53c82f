import { buildApp } from '../src/app.js'
import { describeApi } from '../src/features/openapi/describe-api.js'
import { unixMs } from '../src/lib/time.js'
import { completeConfig } from '../src/platform/config/config.js'
import { readSettings } from '../src/platform/config/read-settings.js'
import { createPostgresDb } from '../src/platform/db/postgres-db.js'
import { createHealthMonitor } from '../src/platform/health.js'
import { newId } from '../src/platform/ids.js'
import { createLogger } from '../src/platform/log.js'
import { createMetrics } from '../src/platform/metrics.js'

/** The interface description of a default deployment. Builds the app without starting anything. */
export async function openapiDocument(): Promise<Record<string, unknown>> {
  const unused = 'not used while describing'
  const config = completeConfig(readSettings({}), {
    masterKey: unused,
    jwtSecret: unused,
    cronSecret: unused,
    databasePassword: unused,
    demoKeySecret: unused,
  })
  const log = createLogger('silent', { write: () => {} })
  const metrics = createMetrics()
  // Connects on first use, and there is none.
  const db = createPostgresDb({ url: 'postgres://localhost', poolSize: 1, log })

  const { server, routes } = await buildApp({
    config,
    db,
    now: () => unixMs(0),
    startedAt: unixMs(0),
    newId,
    fetch,
    log,
    rootLog: log,
    metrics,
    health: createHealthMonitor({}, { log, metrics }),
  })
  await server.close()
  return describeApi(routes, config.baseUrl)
}
