import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { getShopConfig } from './get-shop-config.js'
import { listShopNames } from './list-shops.js'
import { seedShopConfig } from './seed-shop-config.js'
import { updateShopConfig } from './update-shop-config.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const aMerchant = async () => (await aDeveloper(ctx)).wallet

describe('seedShopConfig', () => {
  test('default', async () => {
    const merchant = await aMerchant()
    const config = { name: 'Demo', slug: 'seeded', listed: true }
    await seedShopConfig(ctx, { merchant, config })

    expect(await getShopConfig(ctx, merchant)).toMatchObject(config)
    const { rows } = await ctx.db.query('select 1 from audit_entries where merchant = $1', [
      merchant,
    ])
    expect(rows).toEqual([])
  })

  test('behavior: keeps an existing configuration', async () => {
    const merchant = await aMerchant()
    const by = { merchant, person: merchant, role: 'owner', correlationId: 'test' } as const
    await seedShopConfig(ctx, { merchant, config: { name: 'Demo' } })
    await updateShopConfig(ctx, { change: { name: '' }, by })
    await seedShopConfig(ctx, { merchant, config: { name: 'Demo', description: 'Again' } })
    expect(await getShopConfig(ctx, merchant)).toMatchObject({ name: '', description: '' })
  })

  test('behavior: applies one of several concurrent calls', async () => {
    const merchant = await aMerchant()
    const config = { name: 'Demo', slug: 'seeded-at-once' }
    await Promise.all(Array.from({ length: 5 }, () => seedShopConfig(ctx, { merchant, config })))
    expect(await getShopConfig(ctx, merchant)).toMatchObject(config)
  })

  test('error: refuses an invalid configuration', async () => {
    const merchant = await aMerchant()
    const refused = seedShopConfig(ctx, { merchant, config: { listed: true } })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('listShopNames', () => {
  test('default', async () => {
    const [named, nameless, unknown] = [await aMerchant(), await aMerchant(), aWallet()]
    await seedShopConfig(ctx, { merchant: named, config: { name: 'Blue' } })
    await seedShopConfig(ctx, { merchant: nameless, config: { description: 'x' } })
    await seedShopConfig(ctx, { merchant: await aMerchant(), config: { name: 'Other' } })

    expect(await listShopNames(ctx, [named, nameless, unknown])).toEqual(
      new Map([
        [named, 'Blue'],
        [nameless, ''],
        [unknown, ''],
      ]),
    )
  })

  test('behavior: returns nothing without merchants', async () => {
    expect(await listShopNames(ctx, [])).toEqual(new Map())
  })
})
