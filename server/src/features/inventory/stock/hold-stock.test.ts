import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import type { Address } from '../../../lib/hex.js'
import { type UnixMs, unixMs } from '../../../lib/time.js'
import { upsertItem } from '../change-item.js'
import { holdStock, releaseExpiredStock } from './hold-stock.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

async function anItem(stockQty: number) {
  const { wallet: merchant } = await aDeveloper(ctx)
  const by = { merchant, person: merchant, role: 'owner', correlationId: 'test' } as const
  await upsertItem(ctx, { by, body: { sku: 'T', name: 'Tea', priceUsd: 1, stockQty } })
  const { rows } = await ctx.db.query<{ id: string }>('select id from items where merchant = $1', [
    merchant,
  ])
  return { merchant, itemId: rows[0]?.id ?? '' }
}

const hold = (
  { merchant, itemId }: { merchant: Address; itemId: string },
  { receiptId, until }: { receiptId: string; until: UnixMs },
) => holdStock(ctx, { merchant, receiptId, quantities: [{ itemId, qty: 1 }], until })

async function reserved({ merchant }: { merchant: Address }): Promise<number> {
  const { rows } = await ctx.db.query<{ reserved: number }>(
    'select reserved_qty::float as reserved from items where merchant = $1',
    [merchant],
  )
  return rows[0]?.reserved ?? Number.NaN
}

const run = (signal = new AbortController().signal) => releaseExpiredStock.run(ctx, signal)
const inMs = (ms: number) => unixMs(ctx.now() + ms)

describe('releaseExpiredStock', () => {
  test('default: releases holds when they expire, not before', async () => {
    const item = await anItem(5)
    await hold(item, { receiptId: 'r-1', until: inMs(10) })
    await hold(item, { receiptId: 'r-2', until: inMs(20) })
    ctx.clock.advance(9)
    expect(await run()).toEqual({ released: 0 })
    ctx.clock.advance(1)
    expect(await run()).toEqual({ released: 1 })
    expect(await reserved(item)).toBe(1)
    ctx.clock.advance(10)
    expect(await run()).toEqual({ released: 1 })
    expect(await reserved(item)).toBe(0)
  })

  test('behavior: releases several batches of several merchants', async () => {
    const items = [await anItem(600), await anItem(600)]
    await ctx.db.query(
      `insert into stock_holds (merchant, receipt_id, item_id, qty, expires_at)
       select given.merchant, 'r-' || n, given.item_id, 1, $3
       from unnest($1::text[], $2::text[]) as given (merchant, item_id), generate_series(1, 600) as n`,
      [items.map(({ merchant }) => merchant), items.map(({ itemId }) => itemId), ctx.now()],
    )
    for (const { merchant } of items) {
      await ctx.db.query('update items set reserved_qty = 600 where merchant = $1', [merchant])
    }
    expect(await run()).toEqual({ released: 1_200 })
    expect(await Promise.all(items.map(reserved))).toEqual([0, 0])
  })

  test('behavior: concurrent runs release each hold once', async () => {
    const item = await anItem(50)
    for (let index = 0; index < 20; index += 1) {
      await hold(item, { receiptId: `r-${index}`, until: index < 15 ? inMs(0) : inMs(1_000) })
    }
    const responses = await Promise.all([run(), run(), run()])
    const released = responses.map((response) => Number(response?.['released']))
    expect(released.reduce((sum, count) => sum + count, 0)).toBe(15)
    expect(await reserved(item)).toBe(5)
  })

  test('behavior: does nothing when aborted', async () => {
    const item = await anItem(5)
    await hold(item, { receiptId: 'r-1', until: inMs(0) })
    expect(await run(AbortSignal.abort())).toEqual({ released: 0 })
    expect(await reserved(item)).toBe(1)
  })
})
