// @module-tag slow
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDeclaredColumns, readRowProperties } from '../../scripts/house/row-properties.mjs'
import { createTestDatabase } from './test-database.js'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/**
 * Columns that no row type has, as `table.column`. Rename or drop them: this list only becomes
 * shorter.
 */
const exceptions: string[] = JSON.parse(read('scripts/house/exceptions.json')).columnsWithoutField

type Column = { table: string; name: string; type: string }

/**
 * The columns that are data. A column whose values only the database assigns (an identity, or a
 * transaction id), and the key that limits a table to one row (a `boolean` primary key), have no
 * field: no row type could use them.
 */
const dataColumns = `
  select columns.table_name as table, columns.column_name as name, udt_name as type
  from information_schema.columns
    left join (
      select conrelid::regclass::text as table_name, attname as column_name
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
      where contype = 'p' and atttypid = 'boolean'::regtype and cardinality(conkey) = 1
    ) as only_row using (table_name, column_name)
  where table_schema = 'public' and is_identity = 'NO' and udt_name <> 'xid8' and only_row.column_name is null
  order by columns.table_name, ordinal_position`

/** The feature or layer that owns each table. */
const owners = new Map(
  Array.from(
    read('docs/data.md').matchAll(/^\| `(\w+)` \| ([\w-]+) \|/gm),
    ([, table = '', owner = '']) => [table, owner],
  ),
)

/**
 * Returns the columns that are no property of a row type of their owner, under their own name or in
 * camel case.
 */
function findColumnsWithoutField(
  columns: readonly Pick<Column, 'table' | 'name'>[],
  properties: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  return columns
    .filter(({ table, name }) => {
      const knownProperties = properties.get(owners.get(table) ?? '')
      return !knownProperties?.has(name) && !knownProperties?.has(toCamelCase(name))
    })
    .map(({ table, name }) => `${table}.${name}`)
}

function toCamelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * The types of columns whose values each kind reads and writes unchanged. The driver returns
 * `integer` as a number, and `bigint` and `numeric` as text.
 */
const typesOfKinds: Record<string, readonly string[]> = {
  text: ['text'],
  texts: ['_text'],
  uuid: ['uuid'],
  boolean: ['bool'],
  int: ['int4'],
  number: ['int8'],
  decimal: ['numeric'],
  time: ['int8'],
  cents: ['int8'],
  micros: ['numeric'],
  ppm: ['int8'],
  units: ['numeric'],
  bigint: ['int8', 'numeric'],
  bytes: ['bytea'],
  json: ['jsonb'],
}

type DeclaredColumn = ReturnType<typeof readDeclaredColumns>[number]

/** Returns the types of a declared column in the tables of its file, or else of its owner. */
function listTypes({ text, owner, column }: DeclaredColumn, columns: readonly Column[]): string[] {
  const namesakes = columns.filter(({ name }) => name === column)
  const named = namesakes.filter(({ table }) =>
    new RegExp(`\\b(from|into|update|join) ${table}\\b`).test(text),
  )
  const owned = namesakes.filter(({ table }) => owners.get(table) === owner)
  return (named.length > 0 ? named : owned).map(({ type }) => type)
}

/** Returns the declared columns whose kind fits none of their types. */
function findWrongKinds(declared: readonly DeclaredColumn[], columns: readonly Column[]): string[] {
  return declared
    .map((column) => ({ ...column, types: listTypes(column, columns) }))
    .filter(({ kind, types }) => {
      const accepted = typesOfKinds[kind] ?? []
      return types.length > 0 && !types.some((type) => accepted.includes(type))
    })
    .map(({ path, column, kind, types }) => `${path}: ${column} is ${kind}, but ${types.join()}`)
}

const sources = new URL('../src', import.meta.url).pathname
let database: Awaited<ReturnType<typeof createTestDatabase>>
let columns: Column[]
beforeAll(async () => {
  database = await createTestDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  columns = (await client.query<Column>(dataColumns)).rows
  await client.end()
})
afterAll(() => database.drop())

describe('columns', () => {
  test('behavior: are properties of the row types of their owner', () => {
    const properties = readRowProperties(sources)
    expect(columns.length).toBeGreaterThan(300)
    expect(findColumnsWithoutField(columns, properties)).toEqual(exceptions)
  })

  test('error: a column under another name than its field is reported', () => {
    const columns = [
      { table: 'receipts', name: 'is_marked' },
      { table: 'receipts', name: 'is_paid_manually' },
    ]
    const properties = new Map([['receipts', new Set(['isPaidManually'])]])
    expect(findColumnsWithoutField(columns, properties)).toEqual(['receipts.is_marked'])
  })

  test('behavior: have the type of the kind that their store declares', () => {
    const declared = readDeclaredColumns(sources)
    const checked = declared.filter((column) => listTypes(column, columns).length > 0)
    expect(checked.length).toBeGreaterThan(600)
    expect(findWrongKinds(declared, columns)).toEqual([])
  })

  test('error: a kind that the type of its column does not fit is reported', () => {
    const file = { path: 'store.ts', owner: 'orders', text: 'select total from receipts' }
    const types = [
      { table: 'receipts', name: 'total', type: 'int8' },
      { table: 'quotes', name: 'total', type: 'numeric' },
    ]
    const declared = ['cents', 'units', 'int'].map((kind) => ({ ...file, column: 'total', kind }))
    expect(findWrongKinds(declared, types)).toEqual([
      'store.ts: total is units, but int8',
      'store.ts: total is int, but int8',
    ])
  })
})
