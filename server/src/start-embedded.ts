import type { Alerts } from './platform/alerts/alerts.js'
import type { SandboxClock } from './platform/clock/sandbox-clock.js'
import type { Config } from './platform/config/config.js'
import type { SandboxSecrets } from './platform/config/sandbox-secrets.js'
import type { Context } from './platform/context.js'
import { DataDirInUse, lockDataDir } from './platform/data-dir/instance-lock.js'
import { startEmbeddedPostgres } from './platform/embedded-postgres/start-embedded-postgres.js'
import { findOtherChain, startOwnChain, type Undo, wantsOwnChain } from './start-chain.js'

/** The database and chain that a sandbox runs itself when none is configured. */
type EmbeddedServices = { databaseUrl: string; anvilUrl: string | null; runsChain: boolean }

/** Starts the database and the chain concurrently, because each takes a second. */
export async function startEmbedded(
  config: Config,
  options: {
    secrets: SandboxSecrets | null
    clock: SandboxClock | null
    log: Context['log']
    alerts: Alerts
    undo: Undo
  },
): Promise<EmbeddedServices> {
  const { secrets, clock, log, alerts, undo } = options
  const wantsChain = clock !== null && wantsOwnChain(config)
  if (config.databaseUrl !== undefined && !wantsChain) {
    return { databaseUrl: config.databaseUrl, anvilUrl: null, runsChain: false }
  }
  if (!secrets || !clock) throw new Error('live mode has no embedded parts')

  const isOwner = await ownDataDir(config, undo)
  // Web and worker processes share a database, and two chains on one database would contradict each
  // other.
  const runsChain = isOwner && (config.role === 'all' || config.role === 'sandbox')
  const startChain = () =>
    runsChain ? startOwnChain(config, { clock, log, alerts, undo }) : findOtherChain(config, log)
  const [databaseUrl, anvilUrl] = await bothSettled(
    Promise.resolve(config.databaseUrl ?? startDatabase(config, { secrets, log, alerts, undo })),
    Promise.resolve(wantsChain ? startChain() : null),
  )
  return { databaseUrl, anvilUrl, runsChain }
}

/** Waits for both even when one fails, so that the other can be stopped. */
async function bothSettled<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second])
  return [await first, await second]
}

/** Locks the folder and returns whether it is ours. With DATABASE_URL it can be shared. */
async function ownDataDir({ dataDir, databaseUrl }: Config, undo: Undo): Promise<boolean> {
  try {
    undo(await lockDataDir(dataDir))
    return true
  } catch (error) {
    if (error instanceof DataDirInUse && databaseUrl !== undefined) return false
    throw error
  }
}

async function startDatabase(
  config: Config,
  options: { secrets: SandboxSecrets; log: Context['log']; alerts: Alerts; undo: Undo },
): Promise<string> {
  const { secrets, log, alerts, undo } = options
  const database = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    password: secrets.databasePassword,
    log,
    alerts,
  })
  undo(() => database.stop())
  log.info({ isAdopted: database.isAdopted }, 'database server running')
  return database.url
}
