import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'

const docs = new URL('../../../../docs/', import.meta.url)
const tablesIn = (text: string) =>
  Array.from(text.matchAll(/^\| `(\w+)` \|/gm), ([, table = '']) => table)
const read = (page: string) => readFileSync(new URL(page, docs), 'utf8')
const listed = tablesIn(read('privacy.md').split('## Fields')[1] ?? '')

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

/** Columns that hold something about a person. */
const personal = /^(buyer|payer|customer|recovery)|email|billing|metadata|network|^note$|signature$/

describe('docs/privacy.md', () => {
  test('behavior: lists tables of docs/data.md', () => {
    const known = tablesIn(read('data.md'))
    expect(listed.length).toBeGreaterThan(10)
    expect(listed.filter((table) => !known.includes(table))).toEqual([])
  })

  test('behavior: lists every table with a column about people', async () => {
    const { rows } = await ctx.db.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' order by 1, 2`,
    )
    const missing = rows
      .filter(({ column_name }) => personal.test(column_name))
      .filter(({ table_name }) => !listed.includes(table_name))
      .map(({ table_name, column_name }) => `${table_name}.${column_name}`)
    expect(missing).toEqual([])
  })
})
