import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { knownAddress } from '../src/lib/hex.js'
import { unixMs } from '../src/lib/time.js'
import { completeConfig } from '../src/platform/config/config.js'
import { readSettings } from '../src/platform/config/read-settings.js'
import { keepSandboxSecrets } from '../src/platform/config/sandbox-secrets.js'
import type { Context } from '../src/platform/context.js'
import { createContext } from '../src/platform/create-context.js'
import { migrate } from '../src/platform/db/migrate.js'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start-embedded-postgres.js'
import { createLogger, createLogStream } from '../src/platform/log.js'
import { projectRoot } from '../src/platform/project-root.js'

/** The merchant of the benchmarks that use no demo shop. */
export const benchMerchant = knownAddress(`0x${'be'.repeat(20)}`)

/** A benchmark stores more in a minute than strangers together may in a day. Own shops have no such limit. */
const limits = {
  'stored-kilobytes': 1_000_000_000,
  'stored-kilobytes-daily': { network: 1_000_000_000, platform: 1_000_000_000 },
}

/** Opens a context on a temporary database with production write settings. `close` removes it. */
export async function openContext(environment: Record<string, string> = {}): Promise<{
  ctx: Context
  dataDir: string
  databaseUrl: string
  /** Runs statements such as `analyze`, which take longer on large tables than those of a request may. */
  maintain: (...statements: string[]) => Promise<void>
  close: () => Promise<void>
}> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-bench-'))
  const limitsFile = join(dataDir, 'limits.json')
  writeFileSync(limitsFile, JSON.stringify({ limits }))
  const now = () => unixMs(Date.now())
  const stream = createLogStream()
  const [rootLog, quietLog] = [createLogger('info', stream), createLogger('warn', stream)]
  const secrets = keepSandboxSecrets(dataDir)
  const config = completeConfig(
    readSettings({
      DATA_DIR: dataDir,
      LIMITS_FILE: limitsFile,
      OWN_MERCHANTS: benchMerchant,
      ...environment,
    }),
    secrets,
  )
  const postgres = await startEmbeddedPostgres({
    dataDir,
    password: secrets.databasePassword,
    log: quietLog,
  })
  const directory = join(projectRoot(), 'server', 'migrations')
  await migrate({ url: postgres.url, directory, now, log: quietLog })
  const ctx = createContext({ config, databaseUrl: postgres.url, now, rootLog, log: rootLog })

  return {
    ctx,
    dataDir,
    databaseUrl: postgres.url,
    maintain: (...statements) => maintain(postgres.url, statements),
    async close() {
      await ctx.db.close()
      await postgres.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
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
