import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRowProperties } from '../../scripts/house/row-properties.mjs'
import { createTestDatabase } from './test-database.js'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/**
 * Columns that no row type has, as `table.column`. Rename or drop them: this list only becomes
 * shorter.
 */
const exceptions: string[] = JSON.parse(read('scripts/house/exceptions.json')).columnsWithoutField

type Column = { table: string; name: string }

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
  columns: readonly Column[],
  properties: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  return columns
    .filter(({ table, name }) => {
      const known = properties.get(owners.get(table) ?? '')
      return !known?.has(name) && !known?.has(toCamelCase(name))
    })
    .map(({ table, name }) => `${table}.${name}`)
}

function toCamelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('columns', () => {
  test('behavior: are properties of the row types of their owner', async () => {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    const { rows: columns } = await client.query<Column>(
      `select table_name as table, column_name as name from information_schema.columns
       where table_schema = 'public' order by table_name, ordinal_position`,
    )
    await client.end()
    const properties = readRowProperties(new URL('../src', import.meta.url).pathname)
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
})
