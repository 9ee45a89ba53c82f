import type { Client } from 'pg'
import { redactText } from '../../lib/redact.js'
import type { UnixMs } from '../../lib/time.js'
import { ConfigError } from '../config/setting.js'
import { type Logger, routine } from '../log.js'
import { readDatabaseServers } from './database-url.js'
import { createBookkeeping, insertApplied, listApplied } from './migration-store.js'
import { openConnection } from './open-connection.js'
import { kindOfPgError } from './pg-errors.js'
import { type Migration, readMigrations } from './read-migrations.js'
import { StoreUnavailable } from './store-unavailable.js'

export type MigrateOptions = {
  url: string
  directory: string
  now: () => UnixMs
  log: Logger
  connectTimeoutMs?: number
}

/**
 * Applies pending migrations and returns how many. Safe when many processes start together, because
 * each step locks a row and checks again which migrations are applied.
 *
 * @throws {StoreUnavailable} when the database cannot be reached; {ConfigError} when it refuses the
 *   connection, and a plain error when an applied file was edited.
 */
export async function migrate(options: MigrateOptions): Promise<number> {
  const migrations = await readMigrations(options.directory)
  const client = await connect(options)
  try {
    await createBookkeeping(client)
    let applied = 0
    while (await applyNext(client, migrations, options)) applied += 1
    return applied
  } catch (error) {
    const kind = kindOfPgError(error)
    if (kind !== 'connection' && kind !== 'overloaded') throw error
    throw new StoreUnavailable({ mayHaveCommitted: true, cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

/** A separate connection, because a migration may exceed the statement timeout of the pool. */
async function connect({ url, connectTimeoutMs = 10_000 }: MigrateOptions): Promise<Client> {
  try {
    const servers = readDatabaseServers(url)
    const options = { applicationName: 'tallystick-migrate', connectTimeoutMs }
    return (await openConnection(servers, options)).client
  } catch (error) {
    const reason = error instanceof Error ? redactText(error.message) : String(error)
    const kind = kindOfPgError(error)
    if (kind === 'connection' || kind === 'overloaded') {
      throw new StoreUnavailable({ mayHaveCommitted: false, cause: new Error(reason) })
    }
    throw new ConfigError([`DATABASE_URL: the database refuses the connection: ${reason}`])
  }
}

/** Applies the next migration in one transaction. Returns false when there was none. */
async function applyNext(
  client: Client,
  migrations: Migration[],
  { now, log }: MigrateOptions,
): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query('select id from schema_lock where id = 1 for update')
    const applied = await listApplied(client)
    requireUnchanged(migrations, applied)
    const unknown = applied.filter(
      (row) => !migrations.some(({ version }) => version === row.version),
    )
    if (unknown.length > 0) {
      log.warn(
        { unknown: unknown.map(({ name }) => name) },
        'the database schema is newer than this version',
      )
    }

    // Branches that add migrations can be merged in any order.
    const next = migrations.find(({ version }) => !applied.some((row) => row.version === version))
    if (next) {
      await client.query(next.sql)
      await insertApplied(client, { ...next, appliedAt: now() })
    }

    await client.query('commit')
    if (next) log.info({ migration: next.name, ...routine }, 'migration applied')
    return next !== undefined
  } catch (error) {
    // If the connection is lost too, report the first error.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

function requireUnchanged(
  migrations: Migration[],
  applied: Awaited<ReturnType<typeof listApplied>>,
): void {
  for (const row of applied) {
    const file = migrations.find(({ version }) => version === row.version)
    if (file && file.name !== row.name) {
      throw new Error(
        `This database has the migration ${row.name}, and this version has ${file.name}: a version before ` +
          'the first release created it. Use an empty database, or an empty DATA_DIR.',
      )
    }
    if (file && file.checksum !== row.checksum) {
      throw new Error(
        `Migration ${row.name} was edited after it was applied to this database. ` +
          'Restore the file and add a new migration instead.',
      )
    }
  }
}
