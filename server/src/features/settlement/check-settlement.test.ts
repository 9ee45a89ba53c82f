import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { checkSettlement } from './check-settlement.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

describe('checkSettlement', () => {
  test('default: passes before the first block', async () => {
    expect(await checkSettlement(ctx)).toEqual({
      ok: true,
      block: null,
      behind: 0,
      unsettled: 0,
      payoutsOverdue: 0,
      payoutsRefused: 0,
      payoutsWithoutGas: 0,
    })
  })

  test('behavior: fails when the indexer falls behind', async () => {
    const { chainId } = ctx.config
    await ctx.db.query(`insert into chain_heads values ($1, 'first', 160, 'head', 0)`, [chainId])
    await ctx.db.query(`insert into chain_cursors values ($1, 100, 'read', 90, 0)`, [chainId])
    await ctx.db.query(
      `insert into settlements (merchant, receipt_id, version, settled_version)
       values ('m', 'a', 2, 1), ('m', 'b', 2, 2)`,
    )
    expect(await checkSettlement(ctx)).toMatchObject({
      ok: true,
      block: 100,
      behind: 60,
      unsettled: 1,
    })
    await ctx.db.query('update chain_heads set block_number = 161')
    expect(await checkSettlement(ctx)).toMatchObject({ ok: false, behind: 61 })
  })
})
