import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { applyChange, lockShop } from './apply-change.js'
import { findShopsVersion, listChangedShops } from './list-shops.js'
import type { ShopConfigChange } from './schemas.js'
import { seedShopConfig } from './seed-shop-config.js'
import { updateShopConfig } from './update-shop-config.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const aMerchant = async () => (await aDeveloper(ctx)).wallet

const change = (merchant: Address, config: ShopConfigChange) =>
  updateShopConfig(ctx, {
    change: config,
    by: { merchant, person: merchant, role: 'owner', correlationId: 'test' },
  })

const namesSince = async (version: number) =>
  (await listChangedShops(ctx, version)).map(({ settings }) => settings.name).sort()

describe('listChangedShops', () => {
  test('default', async () => {
    const [merchant, other] = [await aMerchant(), await aMerchant()]
    await change(other, { name: 'Before' })
    const version = await findShopsVersion(ctx)
    await change(merchant, { name: 'Blue', tax: { taxId: 'private' } })

    const [shop, ...others] = await listChangedShops(ctx, version)
    expect(others).toEqual([])
    expect(shop).toEqual({
      merchant,
      isSuspended: false,
      settings: {
        slug: '',
        name: 'Blue',
        description: '',
        industryPack: '',
        categories: [],
        keywords: [],
        listed: false,
        theme: expect.objectContaining({ primaryColor: '#8A4B14', coverPhotoUrl: '' }),
        storefront: expect.objectContaining({ isOpen: true }),
        publicOrders: { returnOrigins: [], embedOrigins: [], jurisdictionCodes: [] },
      },
    })
  })

  test('behavior: lists a first configuration, but not a change without effect', async () => {
    const merchant = await aMerchant()
    const version = await findShopsVersion(ctx)
    await seedShopConfig(ctx, { merchant, config: { name: 'Seeded' } })
    const next = await findShopsVersion(ctx)
    expect(next).toBe(version + 1)
    expect(await namesSince(version)).toEqual(['Seeded'])

    await change(merchant, { name: 'Seeded' })
    expect(await findShopsVersion(ctx)).toBe(next)
    expect(await namesSince(next)).toEqual([])
  })

  test('behavior: ignores a change that was rolled back', async () => {
    const merchant = await aMerchant()
    const version = await findShopsVersion(ctx)
    await expect(change(merchant, { listed: true })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(await findShopsVersion(ctx)).toBe(version)
  })

  test('behavior: versions become visible in order', async () => {
    const [slow, quick] = [await aMerchant(), await aMerchant()]
    const version = await findShopsVersion(ctx)

    await ctx.db.transaction(async (tx) => {
      await applyName(tx, { merchant: slow, name: 'Slow' })
      const overtaking = ctx.db.transaction(async (other) => {
        await other.query(`set local lock_timeout = '50ms'`)
        await applyName(other, { merchant: quick, name: 'Quick' })
      })
      await expect(overtaking).rejects.toMatchObject({ code: '55P03' })
      expect(await findShopsVersion(ctx)).toBe(version)
    })
    await change(quick, { name: 'Quick' })
    expect(await findShopsVersion(ctx)).toBe(version + 2)
    expect(await namesSince(version)).toEqual(['Quick', 'Slow'])
    expect(await namesSince(version + 1)).toEqual(['Quick'])
  })
})

async function applyName(
  db: TxContext['db'],
  { merchant, name }: { merchant: Address; name: string },
) {
  const inTx = { ...ctx, db }
  await applyChange(inTx, { shop: await lockShop(inTx, merchant), change: { name } })
}
