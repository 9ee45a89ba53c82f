import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobs } from '../src/jobs.js'
import { createTestDatabase } from './test-database.js'

const source = new URL('../src', import.meta.url).pathname
const page = readFileSync(new URL('../../docs/data.md', import.meta.url), 'utf8')
const schema = readFileSync(new URL('../migrations/0001-schema.sql', import.meta.url), 'utf8')

type DocumentedTable = { table: string; owner: string; key: string; retention: string }

const documented: DocumentedTable[] = Array.from(
  page.matchAll(/^\| `(\w+)` \| ([\w-]+) \| ([^|]*) \|[^|]*\|([^|]*)\|$/gm),
  ([, table = '', owner = '', key = '', retention = '']) => ({
    table,
    owner,
    key: key.trim(),
    retention: retention.trim(),
  }),
)

type Write = { path: string; owner: string; table: string }

/**
 * Finds every write in the SQL of the sources. `sources` maps a path below `server/src` to its
 * text.
 */
function findWrites(sources: Record<string, string>): Write[] {
  const tables = new Set(documented.map(({ table }) => table))
  return Object.entries(sources).flatMap(([path, text]) => {
    const matches = text.matchAll(
      /\b(?:insert into|update|delete from|truncate)\s+(?:only\s+)?(\w+)/g,
    )
    const written = new Set(Array.from(matches, ([, table = '']) => table))
    return Array.from(written)
      .filter((table) => tables.has(table))
      .map((table) => ({ path, owner: ownerOf(path), table }))
  })
}

function ownerOf(path: string): string {
  const [layer = '', feature = ''] = path.split('/')
  return layer === 'features' ? feature : layer
}

function findForeignWrites(sources: Record<string, string>): string[] {
  const owners = new Map(documented.map(({ table, owner }) => [table, owner]))
  return findWrites(sources)
    .filter(({ table, owner }) => owners.get(table) !== owner)
    .map(({ path, table }) => `${path} writes to ${table}, which ${owners.get(table)} owns`)
}

/** Returns the tables of a schema that do not stand in the section of their owner. */
function findMisplacedTables(text: string): string[] {
  const owners = new Map(documented.map(({ table, owner }) => [table, owner]))
  return text.split(/^-- (?=\w+\n\n)/m).flatMap((section) => {
    const [name = ''] = section.split('\n')
    const tables = Array.from(
      section.matchAll(/^create .*table (\w+) \(/gm),
      ([, table = '']) => table,
    )
    return tables
      .filter((table) => owners.get(table) !== name)
      .map((table) => `${table} is in the section of ${name}, but ${owners.get(table)} owns it`)
  })
}

function readSources(): Record<string, string> {
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' })
  const production = paths.filter(
    (path) => path.endsWith('.ts') && !/\.(test|chaos|properties)\.ts$/.test(path),
  )
  return Object.fromEntries(
    production.map((path) => [path, readFileSync(join(source, path), 'utf8')]),
  )
}

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('docs/data.md', () => {
  test('behavior: lists every table of the schema with its key', async () => {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query<{ table: string; key: string }>(
      `select relname as table, coalesce(string_agg(attname, ', ' order by position), '') as key
       from pg_class
       left join pg_index on indrelid = pg_class.oid and indisprimary
       left join unnest(indkey::int[]) with ordinality as part (attnum, position) on true
       left join pg_attribute on attrelid = pg_class.oid and pg_attribute.attnum = part.attnum
       where relnamespace = 'public'::regnamespace and relkind = 'r'
       group by relname order by relname`,
    )
    await client.end()
    expect(documented.map(({ table, key }) => ({ table, key }))).toEqual(rows)
  })
})

describe('retention', () => {
  test('behavior: every table has one', () => {
    expect(documented.filter(({ retention }) => retention === '')).toEqual([])
  })

  test('behavior: a job enforces every retention that ends', () => {
    const names = jobs.map(({ name }) => name)
    const isEnforced = ({ retention }: DocumentedTable) =>
      names.includes(/\(`([\w-]+)`\)$/.exec(retention)?.[1] ?? '')
    const ends = documented.filter(({ retention }) => /\d|released/.test(retention))
    expect(ends.length).toBeGreaterThan(10)
    expect(ends.filter((table) => !isEnforced(table))).toEqual([])
  })
})

describe('tables', () => {
  test('behavior: are written by their owner only', () => {
    expect(findForeignWrites(readSources())).toEqual([])
  })

  test('behavior: stand in the section of their owner in the schema', () => {
    expect(schema.match(/^create .*table \w+ \(/gm)?.length).toBeGreaterThan(80)
    expect(findMisplacedTables(schema)).toEqual([])
    expect(findMisplacedTables('-- reports\n\ncreate table receipts (')).toEqual([
      'receipts is in the section of reports, but receipts owns it',
    ])
  })

  test('are named in the SQL itself, where this test can find them', () => {
    const built = /\b(?:insert into|update|delete from)\s+\$\{/
    expect(Object.entries(readSources()).filter(([, text]) => built.test(text))).toEqual([])
  })

  test('error: a second feature that writes to a table is reported', () => {
    const path = 'features/reports/settlement/store.ts'
    const sources = { ...readSources(), [path]: 'update receipts set status = $1' }
    expect(findForeignWrites(sources)).toEqual([`${path} writes to receipts, which receipts owns`])
  })
})
