import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Queryable } from '../../src/platform/db/db.js'
import { projectRoot } from '../../src/platform/project-root.js'

export const dumpFile = join(import.meta.dirname, 'release-1.0.sql')

const firstMigration = join(projectRoot(), 'server', 'migrations', '0001-schema.sql')

/** As the service of 1.0 created them before it applied its first migration. */
const bookkeeping = `create table schema_migrations (
  version int primary key, name text not null, checksum text not null, applied_at bigint not null
);
create table schema_lock (id int primary key);
`

type Reader = { query(sql: string): Promise<{ rows: unknown[] }> }

/** Lists the tables of a database, those that others refer to first. */
async function listTables(db: Reader): Promise<string[]> {
  const { rows } = await db.query(
    `select c.relname as name,
       array(
         select f.confrelid::regclass::text from pg_constraint f
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
       ) as needs
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     order by c.relname`,
  )
  const tables = rows as { name: string; needs: string[] }[]
  const sorted: string[] = []
  while (sorted.length < tables.length) {
    const ready = tables.filter(
      ({ name, needs }) => !sorted.includes(name) && needs.every((other) => sorted.includes(other)),
    )
    if (ready.length === 0)
      throw new Error('Foreign keys form a cycle. Insert those tables by hand.')
    sorted.push(...ready.map(({ name }) => name))
  }
  return sorted
}

/**
 * Returns the data of a database as SQL, one row per line. Restoring it needs the tables of the
 * first migration.
 */
export async function dumpData(db: Queryable): Promise<string> {
  const parts = [
    '-- Data of release 1.0, which every later release migrates. Written by `npm run write-dump`.\n',
    bookkeeping,
  ]
  for (const table of await listTables(db)) {
    const { rows } = await db.query<{ row: string }>(
      `select row_to_json(t)::text as row from ${table} t order by t::text`,
      [],
    )
    const { rows: columns } = await db.query<{ name: string; counts: boolean }>(
      `select attname as name, attidentity <> '' as counts from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       order by attnum`,
      [table],
    )
    const names = columns.map(({ name }) => name).join(', ')
    const lines = rows.map(({ row }) => row).join(',\n')
    if (lines.includes('$rows$')) throw new Error(`A row of ${table} has the quote of the dump.`)
    parts.push(
      `insert into ${table} (${names}) overriding system value\n` +
        `select ${names} from json_populate_recordset(null::${table}, $rows$[\n${lines}\n]$rows$);\n`,
      // Otherwise new rows would get the numbers of restored ones.
      ...columns
        .filter(({ counts }) => counts)
        .map(
          ({ name }) =>
            `select setval(pg_get_serial_sequence('${table}', '${name}'), (select max(${name}) from ${table}));\n`,
        ),
    )
  }
  return parts.join('\n')
}

/** Returns the tables without rows. */
export async function findEmptyTables(db: Reader): Promise<string[]> {
  const tables = await listTables(db)
  const counts = tables.map(
    (table) => `select '${table}' as name where not exists (select from ${table})`,
  )
  const { rows } = await db.query(counts.join(' union all '))
  return (rows as { name: string }[]).map(({ name }) => name)
}

/**
 * Creates the tables of the first migration in an empty database, and inserts the data of 1.0.
 * Returns the tables that have no rows.
 */
export async function restoreDump(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(readFileSync(firstMigration, 'utf8'))
    // The dump has the rows that the migration inserts.
    const empty = await findEmptyTables(client)
    for (const table of (await listTables(client)).toReversed()) {
      if (!empty.includes(table)) await client.query(`delete from ${table}`)
    }
    await client.query(readFileSync(dumpFile, 'utf8'))
    return await findEmptyTables(client)
  } finally {
    await client.end()
  }
}

/** Returns the checksum of the first migration that the dump was written with. */
export function readChecksum(): string | undefined {
  return /"0001-schema","checksum":"(\w+)"/.exec(readFileSync(dumpFile, 'utf8'))?.[1]
}
