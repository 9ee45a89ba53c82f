import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { UnixMs } from '../../lib/time.js'

type AppliedMigration = { version: number; name: string; checksum: string; appliedAt: UnixMs }

export async function listApplied(client: Client): Promise<Omit<AppliedMigration, 'appliedAt'>[]> {
  const { rows } = await client.query<Omit<AppliedMigration, 'appliedAt'>>(
    'select version, name, checksum from schema_migrations order by version',
  )
  return rows
}

export async function insertApplied(client: Client, applied: AppliedMigration): Promise<void> {
  await client.query(
    'insert into schema_migrations (version, name, checksum, applied_at) values ($1, $2, $3, $4)',
    [applied.version, applied.name, applied.checksum, applied.appliedAt],
  )
}

/**
 * Two sessions can create the same table at once despite `if not exists`. The loser gets one of
 * these states and finds the table on its next attempt.
 */
const raceStates = ['23505', '42710', '42P07']

export async function createBookkeeping(client: Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`
        create table if not exists schema_migrations (
          version int primary key, name text not null, checksum text not null, applied_at bigint not null
        );
        create table if not exists schema_lock (id int primary key);
        insert into schema_lock (id) values (1) on conflict do nothing;
      `)
      return
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      if (!raceStates.includes(code) || attempt === 20) throw error
      await sleep(10 * attempt * Math.random())
    }
  }
}
