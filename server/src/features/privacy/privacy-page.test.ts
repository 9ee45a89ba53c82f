import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'

const docs = new URL('../../../../docs/', import.meta.url)
const tablesIn = (text: string) =>
  Array.from(text.matchAll(/^\|((?: `\w+`,?)+) \|/gm), ([, cell = '']) =>
    Array.from(cell.matchAll(/\w+/g), ([table]) => table),
  ).flat()
const read = (page: string) => readFileSync(new URL(page, docs), 'utf8')
const listed = tablesIn(read('privacy.md').split('## Fields')[1] ?? '')

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

/** Names of columns that can hold something about a person. */
const personal =
  /wallet|payer|buyer|customer|recovery|follow|member|owner|actor|account|recipients|_by$|email|billing|metadata|network|^ips?$|note$|reason|signature|^name$|_name$|handle|words?$|^bio$|bucket|^raw$/

/**
 * Such columns that hold nothing about people: processes, names of objects, and the platform's own
 * account.
 */
const exceptions = [
  'billing_plans.name',
  'charge_receipts.fee_account',
  'developer_keys.name',
  'items.name',
  'job_leases.owner',
  'live_followers.followed_until',
  'merchant_limits.name',
  'merchant_secrets.wrapped_by',
  'outgoing_signers.owner',
  'registers.name',
  'schema_migrations.name',
  'webhook_queues.leased_by',
]

describe('docs/privacy.md', () => {
  test('behavior: lists tables of docs/data.md', () => {
    const knownTables = tablesIn(read('data.md'))
    expect(listed.length).toBeGreaterThan(10)
    expect(listed.filter((table) => !knownTables.includes(table))).toEqual([])
  })

  test('behavior: lists every table with a column about people, except the exceptions', async () => {
    const { rows } = await ctx.db.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' order by 1, 2`,
    )
    const missing = rows
      .filter(({ column_name }) => personal.test(column_name))
      .filter(({ table_name }) => !listed.includes(table_name))
      .map(({ table_name, column_name }) => `${table_name}.${column_name}`)
    expect(missing).toEqual(exceptions)
  })
})
