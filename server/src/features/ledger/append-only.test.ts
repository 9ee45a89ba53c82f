import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { baseUnits, cents, micros } from '../../lib/money.js'
import { projectRoot } from '../../platform/project-root.js'
import { manualPaymentEntries } from './entries.js'
import { post } from './post.js'
import { deleteSales } from './store.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

async function aPosting() {
  const { wallet: merchant } = await aDeveloper(ctx)
  const about = { merchant, key: 'mark:r-1:1', kind: 'mark', receiptId: 'r-1' } as const
  const entries = manualPaymentEntries({ usdCents: cents(100n) })
  await post(ctx, { ...about, at: ctx.now(), transactionHash: null, entries })
  return merchant
}

async function count(merchant: string): Promise<number> {
  const { rows } = await ctx.db.query('select from ledger_entries where merchant = $1', [merchant])
  return rows.length
}

describe('ledger tables', () => {
  test.each([
    `update ledger_entries set units = 0`,
    `update ledger_postings set at = 0`,
    `delete from ledger_entries`,
    `delete from ledger_postings`,
    `truncate ledger_entries`,
    `truncate ledger_postings, ledger_entries`,
    `update ledger_entries set units = 0 where false`,
  ])('error: refuse %s', async (sql) => {
    const merchant = await aPosting()
    await expect(ctx.db.query(sql)).rejects.toThrow('cannot be changed or deleted')
    expect(await count(merchant)).toBe(4)
  })

  test('error: refuse updates even while a sandbox is reset', async () => {
    const change = ctx.db.transaction(async (tx) => {
      await tx.query(`select set_config('tallystick.deletes_sales', 'on', true)`)
      await tx.query('update ledger_entries set units = 0')
    })
    await expect(change).rejects.toThrow('cannot be changed or deleted')
  })

  test('behavior: accept new postings', async () => {
    const merchant = await aPosting()
    const amount = { asset: 'USD', units: baseUnits(1n), usdMicros: micros(10_000n) } as const
    const back = { asset: 'USD', units: baseUnits(-1n), usdMicros: micros(-10_000n) } as const
    const entries = [
      { account: 'manual', ...amount },
      { account: 'proceeds', ...back },
    ] as const
    const about = { merchant, key: 'more', kind: 'mark', receiptId: null } as const
    expect(await post(ctx, { ...about, at: ctx.now(), transactionHash: null, entries })).toBe(true)
  })
})

describe('deleteSales', () => {
  test('default: deletes the ledger of one merchant, and nothing after it', async () => {
    const [merchant, other] = [await aPosting(), await aPosting()]
    const work = ctx.db.transaction(async (tx) => {
      await deleteSales(tx, merchant)
      await tx.query('delete from ledger_entries')
    })
    await expect(work).rejects.toThrow('cannot be changed or deleted')
    await ctx.db.transaction((tx) => deleteSales(tx, merchant))
    expect([await count(merchant), await count(other)]).toEqual([0, 4])
    await expect(ctx.db.query('delete from ledger_entries')).rejects.toThrow('Post a reversal')
  })
})

describe('the database role of docs/operations.md', () => {
  const role = 'tallystick_service'
  const page = readFileSync(join(projectRoot(), 'docs', 'operations.md'), 'utf8')
  const sql = /```sql[^\n]*\n([^`]*revoke[^`]*)```/.exec(page)?.[1] ?? ''

  beforeAll(async () => {
    await ctx.db.query(`create role ${role}`)
    const { rows } = await ctx.db.query<{ name: string }>('select current_database() as name')
    const ownStatement = sql.replace('database tallystick ', `database ${rows[0]?.name} `)
    for (const statement of ownStatement.split(';').filter((text) => text.trim() !== '')) {
      await ctx.db.query(statement)
    }
  })
  afterAll(async () => {
    await ctx.db.query(`drop owned by ${role}`)
    await ctx.db.query(`drop role ${role}`)
  })

  const asRole = (...statements: string[]) =>
    ctx.db.transaction(async (tx) => {
      await tx.query(`set local role ${role}`)
      for (const statement of statements) await tx.query(statement)
    })

  test('default: posts and reads', async () => {
    await asRole(
      `insert into ledger_postings (merchant, key, kind, at) select wallet, 'new', 'mark', 0 from merchants`,
      'select from ledger_entries',
      'create table if not exists schema_lock (id int primary key)',
      'select from schema_lock for update',
    )
  })

  test.each([
    'delete from ledger_entries',
    'update ledger_postings set at = 0',
    'truncate ledger_entries',
    'alter table ledger_entries disable trigger all',
  ])('error: may not %s', async (statement) => {
    await expect(asRole(statement)).rejects.toThrow(/permission denied|must be owner/)
  })
})
