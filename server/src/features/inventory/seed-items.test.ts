import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import type { Address } from '../../lib/hex.js'
import { deleteItem, upsertItem } from './change-item.js'
import { seedItems } from './seed-items.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const aMerchant = async () => (await aDeveloper(ctx)).wallet
const owner = (merchant: Address) =>
  ({ merchant, person: merchant, role: 'owner', correlationId: 'test' }) as const

async function itemsOf(merchant: Address) {
  const { rows } = await ctx.db.query<{ id: string; sku: string; name: string }>(
    'select id, sku, name from items where merchant = $1 order by sku',
    [merchant],
  )
  return rows
}

const items = [
  { sku: 'T-1', name: 'Tea', priceUsd: 4.5 },
  { sku: 'T-2', name: 'Coffee', price: 5, currency: 'EUR' },
]

describe('seedItems', () => {
  test('default', async () => {
    const merchant = await aMerchant()
    await seedItems(ctx, { merchant, items })
    expect(await itemsOf(merchant)).toMatchObject([{ sku: 'T-1', name: 'Tea' }, { sku: 'T-2' }])
    const { rows } = await ctx.db.query('select 1 from audit_entries where merchant = $1', [
      merchant,
    ])
    expect(rows).toEqual([])
  })

  test('behavior: changes nothing a second time, concurrently too', async () => {
    const merchant = await aMerchant()
    await Promise.all([1, 2, 3, 4, 5].map(() => seedItems(ctx, { merchant, items })))
    const before = await itemsOf(merchant)
    expect(before).toHaveLength(2)
    await seedItems(ctx, { merchant, items: [...items, { sku: 'T-3', name: 'x', priceUsd: 1 }] })
    expect(await itemsOf(merchant)).toEqual(before)
  })

  test('behavior: does not restore deleted items', async () => {
    const merchant = await aMerchant()
    await seedItems(ctx, { merchant, items })
    for (const { id } of await itemsOf(merchant)) {
      await deleteItem(ctx, { by: owner(merchant), id })
    }
    await seedItems(ctx, { merchant, items })
    expect(await itemsOf(merchant)).toEqual([])
  })

  test('behavior: does not touch a catalog with items', async () => {
    const merchant = await aMerchant()
    await upsertItem(ctx, {
      by: owner(merchant),
      body: { sku: 'T-1', name: 'Mine', priceUsd: 1 },
    })
    await seedItems(ctx, { merchant, items })
    expect(await itemsOf(merchant)).toMatchObject([{ name: 'Mine' }])
  })

  test.each([
    { sku: 'T-3', name: '<b>', priceUsd: 1 },
    { sku: 'T-3', name: 'Cake' },
  ])('error: refuses %j and adds no items', async (bad) => {
    const merchant = await aMerchant()
    const refused = seedItems(ctx, { merchant, items: [...items, bad] })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await itemsOf(merchant)).toEqual([])
  })
})
