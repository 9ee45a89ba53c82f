import { join } from 'node:path'
import type { Config } from '../config/config.js'
import { type Migration, readMigrations } from '../db/read-migrations.js'
import { projectRoot } from '../project-root.js'
import { describeClock } from './check-clock.js'
import { describeError } from './describe-error.js'
import {
  type AppliedMigration,
  listAppliedMigrations,
  listProtections,
  type Protection,
  readServerFacts,
  type ServerFacts,
} from './facts-store.js'
import { type Finding, good, problem, skipped, warning } from './finding.js'
import type { Section } from './section.js'

const oldestVersion = 15
const ledgerTables = ['ledger_entries', 'ledger_postings']

/** Checks that the database responds, is recent and has its tables, and compares the clocks. */
export const databaseSection: Section = {
  title: 'Database',
  async check({ db, now, config }) {
    if (!db) return [describeAbsence(config.mode)]
    const startedAt = now()
    let server: ServerFacts
    try {
      server = await readServerFacts(db)
    } catch (error) {
      return [describeOutage(describeError(error))]
    }
    const differenceMs = Math.round(server.now - (startedAt + now()) / 2)
    const knownMigrations = await readMigrations(join(projectRoot(), 'server', 'migrations'))
    const applied = await listAppliedMigrations(db)
    return [
      ...describeServer(server),
      describeClock(differenceMs, 'the database'),
      describeMigrations({ migrations: knownMigrations, applied, server }),
      // A pending migration may create the triggers.
      applied.length < knownMigrations.length
        ? skipped('The ledger tables are checked once all migrations are applied.')
        : describeLedger(await listProtections(db, ledgerTables)),
    ]
  },
}

function describeAbsence(mode: Config['mode']): Finding {
  if (mode === 'live') return skipped('Not checked, because DATABASE_URL is not set.')
  return skipped('The embedded database is not running; npm start starts it.')
}

function describeOutage(reason: string): Finding {
  return problem(
    `The database does not respond: ${reason}.`,
    'Check DATABASE_URL, that PostgreSQL runs, and that this machine may connect to it.',
  )
}

export function describeServer({ version, isReadOnly }: ServerFacts): Finding[] {
  const major = Math.floor(version / 10_000)
  const versionText = `${major}.${version % 10_000}`
  const findings =
    major < oldestVersion
      ? [problem(`PostgreSQL ${versionText} is too old.`, `Use version ${oldestVersion} or newer.`)]
      : [good(`PostgreSQL ${versionText} responds.`)]
  if (!isReadOnly) return findings
  const fix = 'Point DATABASE_URL to the primary server.'
  return [...findings, problem('The database is read-only.', fix)]
}

export function describeMigrations(input: {
  migrations: readonly Pick<Migration, 'version' | 'checksum'>[]
  applied: readonly Omit<AppliedMigration, 'appliedAt'>[]
  server: Pick<ServerFacts, 'role' | 'schema' | 'mayCreate'>
}): Finding {
  const { migrations, applied, server } = input
  const edited = applied.find(({ version, checksum }) => {
    const file = migrations.find((migration) => migration.version === version)
    return file !== undefined && file.checksum !== checksum
  })
  if (edited) {
    const fix = `Restore server/migrations/${edited.name}.sql from the release.`
    return problem(`Migration ${edited.name} differs from the applied one.`, fix)
  }
  const isKnown = ({ version }: Pick<AppliedMigration, 'version'>) =>
    migrations.some((migration) => migration.version === version)
  if (!applied.every(isKnown)) {
    const fix = 'Run the version that last used this database, or a newer one.'
    return warning('The database was migrated by a newer version.', fix)
  }
  const pending = migrations.length - applied.length
  if (pending === 0) return good(`All ${migrations.length} migrations are applied.`)
  if (!server.mayCreate) {
    const { role, schema } = server
    const fix = `Run as the owner of the database: grant create on schema ${schema} to "${role}"`
    return problem(`The role may not create tables in the schema ${schema}.`, fix)
  }
  if (applied.length === 0)
    return good('The database is empty; the first start creates the tables.')
  const fix = 'Back up the database. The next start applies them.'
  return warning(`${pending} of ${migrations.length} migrations are pending.`, fix)
}

export function describeLedger(protections: readonly Protection[]): Finding {
  if (protections.length === 0) return skipped('The ledger tables do not exist yet.')
  const unprotected = protections.filter((table) => !table.refusesUpdate || !table.refusesDelete)
  if (unprotected.length === 0) return good('The ledger tables refuse updates and deletes.')
  const names = unprotected.map(({ table }) => table).join(', ')
  const fix = 'Restore the triggers from server/migrations, or revoke update and delete.'
  return problem(`Entries can be changed or deleted in: ${names}.`, fix)
}
