import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { bundlePrograms } from '../../scripts/bundle-programs.mjs'
import { unixMs } from '../src/lib/time.js'
import { migrate } from '../src/platform/db/migrate.js'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start-embedded-postgres.js'
import { projectRoot } from '../src/platform/project-root.js'
import { silentLog } from './fixtures/silent-log.js'
import { lendChains } from './lend-chains.js'
import { templateDatabase, urlOfDatabase } from './test-database.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for this run. */
    postgresUrl: string
    /** URL where test files borrow a sandbox chain. */
    chainLenderUrl: string
  }
}

/** Programs that tests run as separate processes. */
const programs = [
  'server/test/programs/abuse-attacker.ts',
  'server/test/programs/charging-worker.ts',
  'server/test/programs/health-probe.ts',
  'server/test/programs/job-process.ts',
  'server/test/programs/public-host.ts',
  'server/test/programs/sites-attacker.ts',
  'server/test/programs/x402-worker.ts',
  'server/test/programs/outgoing-worker.ts',
  'server/test/programs/settlement-worker.ts',
  'server/test/programs/webhook-process.ts',
  'server/src/features/portal/downloads/pdf/start-print-worker.ts',
]

/**
 * Starts one database server for the run, with a migrated template that every test file copies, and
 * lends chains.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await bundlePrograms(programs)
  const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-test-'))
  chmodSync(dataDir, 0o711)
  const server = await startEmbeddedPostgres({
    dataDir,
    password: 'test',
    log: silentLog,
    // The data does not outlive the run, so durability is not needed.
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  })

  const client = new Client({ connectionString: server.url })
  await client.connect()
  await client.query(`create database ${templateDatabase}`)
  // Every connection computes the hash of the password, which takes milliseconds otherwise.
  await client.query('set scram_iterations = 1')
  await client.query(`alter role current_user password 'test'`)
  await client.end()
  await migrate({
    url: urlOfDatabase(server.url, templateDatabase),
    directory: join(projectRoot(), 'server', 'migrations'),
    now: () => unixMs(0),
    log: silentLog,
  })
  project.provide('postgresUrl', server.url)
  const lender = await lendChains()
  project.provide('chainLenderUrl', lender.url)

  return async () => {
    await lender.stop()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
