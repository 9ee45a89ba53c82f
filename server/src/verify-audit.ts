import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isMasterKeyKnown } from './auth/merchants/master-key.js'
import { verifyChains } from './features/audit/verify-chains.js'
import { checksumAddress } from './lib/hex.js'
import { unixMs } from './lib/time.js'
import { completeConfig } from './platform/config/config.js'
import { readSettings } from './platform/config/read-settings.js'
import { loadSandboxSecrets } from './platform/config/sandbox-secrets.js'
import { ConfigError } from './platform/config/setting.js'
import type { Context } from './platform/context.js'
import { createContext } from './platform/create-context.js'
import { findRunningDatabase } from './platform/embedded-postgres/postmaster.js'
import { createLogger } from './platform/log.js'

/**
 * Runs `npm run verify-audit`: recomputes the audit log of every merchant. Exits with 0 when all
 * logs are intact, 1 when an entry was changed, 2 when the check could not run.
 */
async function verify(): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = readSettings(process.env)
  const isSandbox = settings.mode === 'sandbox'
  if (isSandbox && !existsSync(join(settings.dataDir, 'secrets.json'))) {
    print(`DATA_DIR ${settings.dataDir} contains no sandbox.`)
    return 2
  }
  const secrets = isSandbox ? loadSandboxSecrets(settings.dataDir) : null
  const config = completeConfig(settings, secrets)
  const password = secrets?.databasePassword ?? ''
  const databaseUrl =
    config.databaseUrl ?? findRunningDatabase({ dataDir: config.dataDir, password })
  if (!databaseUrl) {
    print('The embedded database is not running. Start the service, then try again.')
    return 2
  }

  const log = createLogger('silent', { write: () => {} })
  const now = () => unixMs(0)
  const ctx = createContext({ config, databaseUrl, now, rootLog: log, log })
  try {
    return await report(ctx)
  } finally {
    await ctx.db.close()
  }
}

async function report(ctx: Context): Promise<number> {
  if (!(await isMasterKeyKnown(ctx))) {
    print('MASTER_KEY differs from the one that this database was written with.')
    return 2
  }

  const reports = await verifyChains(ctx)
  for (const { merchant, entries, head, problem } of reports) {
    const verdict = problem ? `BROKEN: ${problem}` : 'good'
    print(`${checksumAddress(merchant)}  ${entries} entries  head ${head}  ${verdict}`)
  }
  const broken = reports.filter(({ problem }) => problem !== null).length
  print(`${reports.length} chains, ${broken} broken`)
  return broken > 0 ? 1 : 0
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

try {
  process.exitCode = await verify()
} catch (error) {
  const problems = error instanceof ConfigError ? error.problems : [(error as Error).message]
  for (const problem of problems) print(problem)
  process.exitCode = 2
}
