import { buildApp } from '../src/app.js'
import { describeApi } from '../src/features/openapi/describe-api.js'
import { unixMs } from '../src/lib/time.js'
import { createSandboxClock } from '../src/platform/clock/sandbox-clock.js'
import { completeConfig } from '../src/platform/config/config.js'
import { readSettings } from '../src/platform/config/read-settings.js'
import { createContext } from '../src/platform/create-context.js'
import { createLogger } from '../src/platform/log.js'

/**
 * Returns the routes of a default deployment and their OpenAPI document. Builds the app without
 * starting it.
 */
export async function describeRoutes() {
  const unused = 'unused'
  const config = completeConfig(readSettings({}), {
    masterKey: unused,
    jwtSecret: unused,
    cronSecret: unused,
    databasePassword: unused,
    demoKeySecret: unused,
  })
  const log = createLogger('silent', { write: () => {} })
  const now = () => unixMs(0)
  const sandbox = { clock: createSandboxClock(now), anvilUrl: null }
  const ctx = createContext({
    config,
    databaseUrl: 'postgres://unused',
    now,
    sandbox,
    rootLog: log,
    log,
  })
  const { server, routes, webhookEvents: events } = await buildApp(ctx)
  await server.close()
  return { routes, openapi: describeApi({ routes, events }, config) }
}
