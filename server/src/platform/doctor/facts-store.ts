import type { UnixMs } from '../../lib/time.js'
import { databaseNow } from '../db/columns.js'
import type { Queryable } from '../db/db.js'
import { defineColumns } from '../db/define-columns.js'

export type ServerFacts = {
  /** Such as 150004 for 15.4. */
  version: number
  /** Unix ms of the database's clock. */
  now: number
  role: string
  schema: string
  mayCreate: boolean
  isReadOnly: boolean
}

/** Reads facts about the server and our role on it. */
export async function readServerFacts(db: Queryable): Promise<ServerFacts> {
  const { rows } = await db.query<Omit<ServerFacts, 'now'> & { now: string }>(
    `select current_setting('server_version_num')::int as version, ${databaseNow}::text as now,
       current_user as role, coalesce(current_schema(), 'public') as schema,
       has_schema_privilege(coalesce(current_schema(), 'public'), 'create') as "mayCreate",
       pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as "isReadOnly"`,
  )
  const [row] = rows
  if (!row) throw new Error('the database returned no row')
  return { ...row, now: Number(row.now) }
}

export type AppliedMigration = {
  version: number
  name: string
  checksum: string
  appliedAt: UnixMs
}

const appliedColumns = defineColumns<AppliedMigration>({
  version: 'int',
  name: 'text',
  checksum: 'text',
  appliedAt: 'time',
})

/** Lists the applied migrations, or returns an empty list in a database without tables. */
export async function listAppliedMigrations(db: Queryable): Promise<AppliedMigration[]> {
  if (!(await hasTable(db, 'schema_migrations'))) return []
  return appliedColumns.list(
    db,
    `select ${appliedColumns.fields} from schema_migrations order by version`,
  )
}

export type Protection = { table: string; refusesUpdate: boolean; refusesDelete: boolean }

/**
 * Reads which of the tables refuse changes of existing rows: by a trigger or rule, or because our
 * role lacks the right. Leaves out tables that do not exist. Reads the catalog only.
 */
export async function listProtections(
  db: Queryable,
  tables: readonly string[],
): Promise<Protection[]> {
  // The bits of tgtype: 2 before, 8 delete, 16 update. An enabled trigger has O or A.
  const refuses = (right: string, bit: number, event: string) => `
    not has_table_privilege(pg_class.oid, '${right}')
    or exists (select from pg_trigger where tgrelid = pg_class.oid and not tgisinternal
      and tgenabled in ('O', 'A') and tgtype & 2 = 2 and tgtype & ${bit} = ${bit})
    or exists (select from pg_rewrite where ev_class = pg_class.oid and ev_type = '${event}'
      and ev_enabled in ('O', 'A') and is_instead)`
  const { rows } = await db.query<Protection>(
    `select relname as table, (${refuses('UPDATE', 16, '2')}) as "refusesUpdate",
       (${refuses('DELETE', 8, '4')}) as "refusesDelete"
     from pg_class
     where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
       and relname = any($1)
     order by relname`,
    [tables],
  )
  return rows
}

async function hasTable(db: Queryable, name: string): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [name],
  )
  return rows[0]?.found === true
}
