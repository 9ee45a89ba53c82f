import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { listShops } from './list-shops.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

describe('listShops', () => {
  test('default', async () => {
    const count = 2_100
    await ctx.db.query(
      `insert into merchants (wallet, created_at)
       select '0x' || lpad(to_hex(n), 40, '0'), 0 from generate_series(1, $1::int) n`,
      [count],
    )
    await ctx.db.query(
      `insert into shops (merchant, config, updated_at)
       select wallet, jsonb_build_object('name', wallet, 'tax', '{"taxId":"private"}'::jsonb), 0
       from merchants`,
    )

    const batches: number[] = []
    const names = new Set<string>()
    for await (const shops of listShops(ctx)) {
      batches.push(shops.length)
      for (const { merchant, settings } of shops) {
        expect(settings.name).toBe(merchant)
        expect(settings).not.toHaveProperty('tax')
        names.add(settings.name)
      }
    }
    expect(batches).toEqual([1_000, 1_000, 100])
    expect(names.size).toBe(count)
  })
})
