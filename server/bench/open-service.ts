import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Address, knownAddress } from '../src/lib/hex.js'
import type { Db } from '../src/platform/db/db.js'
import { createPostgresDb } from '../src/platform/db/postgres-db.js'
import { findFreePort } from '../src/platform/free-port.js'
import { createLogger, createLogStream } from '../src/platform/log.js'
import { type Demo, readDemo, startServiceProcess } from '../test/service-process.js'

/** The service under test, and its demo shop. */
export type BenchService = {
  origin: string
  pid: number
  dataDir: string
  databaseUrl: string
  metricsUrl: string
  demo: Demo
  /** The wallet of the demo shop. */
  merchant: Address
  /** The credentials of the demo shop. */
  headers: { 'x-api-key': string }
  /** Writes the data that would take too long to create by requests. */
  db: Db
  /** Runs statements such as `analyze`, which cannot be part of a transaction. */
  maintain(...statements: string[]): Promise<void>
  /** Stops the service, works on its data, and starts it again. */
  reopen(work: Offline): Promise<BenchService>
  stop(): Promise<void>
}

/** Work on the data of a service that does not run. */
export type Offline = (dataDir: string, merchant: Address) => Promise<unknown>

/**
 * A benchmark stores more in a minute than all new merchants may in a day. The demo shop has no
 * such limit.
 */
const limits = {
  'stored-kilobytes': 1_000_000_000,
  'stored-kilobytes-daily': { network: 1_000_000_000, platform: 1_000_000_000 },
  reports: { merchant: 1_000_000, network: 1_000_000, platform: 1_000_000 },
}

/** Statements on large tables take longer than those of a request may. */
const patienceMs = 600_000

/**
 * Starts the service as `npm start` does: in a process of its own, in sandbox mode, with its own
 * database. `prepare` works on the data before. `stop` removes the data.
 */
export async function openService(
  environment: Record<string, string> = {},
  prepare?: Offline,
): Promise<BenchService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-bench-'))
  const limitsFile = join(dataDir, 'limits.json')
  writeFileSync(limitsFile, JSON.stringify({ limits }))
  const metricsPort = await findFreePort()
  const start = () =>
    startServiceProcess({
      dataDir,
      environment: {
        LIMITS_FILE: limitsFile,
        METRICS_PORT: String(metricsPort),
        ...environment,
      },
    })

  const first = await start()
  const { merchantWallet } = await readDemo(dataDir)
  // The database can count statements only if it loads this library when it starts.
  await maintain(urlOf(dataDir), [
    `alter system set shared_preload_libraries = 'pg_stat_statements'`,
    'create extension pg_stat_statements',
  ])
  await first.stop()
  await prepare?.(dataDir, knownAddress(merchantWallet))
  return run()

  async function run(): Promise<BenchService> {
    rmSync(join(dataDir, 'demo.json'))
    const service = await start()
    const demo = await readDemo(dataDir)
    const databaseUrl = urlOf(dataDir)
    const db = createPostgresDb({
      url: databaseUrl,
      poolSize: 4,
      log: createLogger('warn', createLogStream()),
      statementTimeoutMs: patienceMs,
      requestTimeoutMs: patienceMs,
    })
    const merchant = knownAddress(demo.merchantWallet)
    const end = async () => {
      await db.close()
      await service.stop()
    }

    return {
      origin: service.origin,
      pid: service.pid,
      dataDir,
      databaseUrl,
      metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
      demo,
      merchant,
      headers: { 'x-api-key': demo.apiKey },
      db,
      maintain: (...statements) => maintain(databaseUrl, statements),
      async reopen(work) {
        await end()
        await work(dataDir, merchant)
        return run()
      },
      async stop() {
        await end()
        rmSync(dataDir, { recursive: true })
      },
    }
  }
}

/** Returns the URL of the embedded database. Its port differs after every start. */
function urlOf(dataDir: string): string {
  const { databasePassword } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://tallystick:${databasePassword}@127.0.0.1:${port}/postgres`
}

async function maintain(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
