import { join } from 'node:path'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../db/db.js'
import { type Migration, readMigrations } from '../db/read-migrations.js'
import { projectRoot } from '../project-root.js'
import { type AppliedMigration, listAppliedMigrations } from './facts-store.js'

type MigrationState = {
  version: number
  name: string
  state: 'applied' | 'pending' | 'edited' | 'unknown'
  appliedAt: UnixMs | null
}

/** Lists the migrations of this version and of the database, in order. */
export async function listMigrationStates(db: Queryable): Promise<MigrationState[]> {
  const files = await readMigrations(join(projectRoot(), 'server', 'migrations'))
  return compareMigrations(files, await listAppliedMigrations(db))
}

/** Returns the state of every migration that this version or the database knows, in order. */
export function compareMigrations(
  files: readonly Pick<Migration, 'version' | 'name' | 'checksum'>[],
  applied: readonly AppliedMigration[],
): MigrationState[] {
  const states = files.map(({ version, name, checksum }): MigrationState => {
    const row = applied.find((other) => other.version === version)
    if (!row) return { version, name, state: 'pending', appliedAt: null }
    const state = row.checksum === checksum ? 'applied' : 'edited'
    return { version, name, state, appliedAt: row.appliedAt }
  })
  const unknown = applied
    .filter(({ version }) => !files.some((file) => file.version === version))
    .map(({ version, name, appliedAt }) => ({
      version,
      name,
      state: 'unknown' as const,
      appliedAt,
    }))
  return [...states, ...unknown].sort((a, b) => a.version - b.version)
}
