import { createPostgresDb } from '../src/platform/db/postgres-db.js'
import { createLogger, createLogStream } from '../src/platform/log.js'
import { serveBare } from './bare-server.js'

/** The database of the service, and the responses that the bare handlers return. */
export type BareInput = { databaseUrl: string; poolSize: number; bodies: Record<string, string> }

// Serves the bare handlers in a process of their own, and sends their URL to the parent process.

process.once('message', async ({ databaseUrl, poolSize, bodies }: BareInput) => {
  const log = createLogger('warn', createLogStream())
  process.send?.(await serveBare(createPostgresDb({ url: databaseUrl, poolSize, log }), bodies))
})
// The parent process has ended.
process.once('disconnect', () => process.exit())
