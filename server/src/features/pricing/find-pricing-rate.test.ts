import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext, testNow } from '../../../test/harness.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { MINUTE_MS } from '../../lib/time.js'
import type { ShopConfigChange } from '../shop/schemas.js'
import { updateShopConfig } from '../shop/update-shop-config.js'
import { findMerchantRate, getMerchantRate } from './find-pricing-rate.js'

let ctx: TestContext
let merchant: Address
beforeAll(async () => {
  ctx = await createTestContext({ environment: { RATE_PROVIDERS: 'coinbase,ecb' } })
})
beforeEach(async () => {
  merchant = (await aDeveloper(ctx)).wallet
  await ctx.db.query('delete from exchange_rates')
  await ctx.db.query(
    `insert into exchange_rates (
       unit, usd_ppm, provider, quoted_at, fetched_at, anchor_ppm, anchor_at, quotes
     )
     values ('EUR', 1083200, 'coinbase', $1, $1, 1083200, $1, $2)`,
    [
      testNow,
      JSON.stringify([
        { provider: 'coinbase', usdPpm: '1083200', quotedAt: testNow },
        { provider: 'ecb', usdPpm: '1080000', quotedAt: testNow - MINUTE_MS },
      ]),
    ],
  )
})
afterAll(() => ctx.close())

async function set(pricing: NonNullable<ShopConfigChange['pricing']>) {
  const by = { merchant, person: merchant, role: 'owner', correlationId: 'test' } as const
  await updateShopConfig(ctx, { change: { pricing }, by })
}

const site = { kind: 'rate', usdPerUnit: 1_083_200n, quotedAt: testNow, provider: 'coinbase' }

describe('findMerchantRate', () => {
  test('default', async () => {
    expect(await findMerchantRate(ctx, { merchant, unit: 'EUR' })).toEqual(site)
  })

  test("behavior: prefers the shop's provider", async () => {
    await set({ rateProvider: 'ecb' })
    expect(await findMerchantRate(ctx, { merchant, unit: 'EUR' })).toEqual({
      kind: 'rate',
      usdPerUnit: 1_080_000n,
      quotedAt: testNow - MINUTE_MS,
      provider: 'ecb',
    })
  })

  test('behavior: ignores a preferred provider that is not configured', async () => {
    await set({ rateProvider: 'chainlink' })
    expect(await findMerchantRate(ctx, { merchant, unit: 'EUR' })).toEqual(site)
  })

  test('behavior: uses a pinned rate first, quoted now', async () => {
    await set({ rateProvider: 'ecb', ratePins: { EUR: 1.234567 } })
    const later = { ...ctx, now: () => (testNow + 1) as typeof testNow }
    expect(await findMerchantRate(later, { merchant, unit: 'EUR' })).toEqual({
      kind: 'rate',
      usdPerUnit: 1_234_567n,
      quotedAt: testNow + 1,
      provider: 'pinned',
    })

    await set({ rateProvider: null, ratePins: { EUR: null } })
    expect(await findMerchantRate(ctx, { merchant, unit: 'EUR' })).toEqual(site)
  })

  test('behavior: uses a pinned rate without market rates', async () => {
    await ctx.db.query('delete from exchange_rates')
    await set({ ratePins: { EUR: 1.1 } })
    expect(await findMerchantRate(ctx, { merchant, unit: 'EUR' })).toMatchObject({
      provider: 'pinned',
    })
  })

  test("behavior: does not use another merchant's settings", async () => {
    await set({ ratePins: { EUR: 2 } })
    const { wallet: other } = await aDeveloper(ctx)
    expect(await findMerchantRate(ctx, { merchant: other, unit: 'EUR' })).toEqual(site)
  })

  test('behavior: returns 1 for dollars without the database', async () => {
    const db = { ...ctx.db, query: () => Promise.reject(new Error('the database was asked')) }
    expect(await findMerchantRate({ ...ctx, db }, { merchant, unit: 'USD' })).toEqual({
      kind: 'rate',
      usdPerUnit: 1_000_000n,
      quotedAt: testNow,
      provider: 'identity',
    })
  })

  test('behavior: sees changes of its own transaction', async () => {
    await ctx.db.transaction(async (tx) => {
      await tx.query(
        `insert into shops (merchant, config, updated_at)
         values ($1, '{"pricing":{"ratePins":{"EUR":1.5}}}', 1)`,
        [merchant],
      )
      const rate = await findMerchantRate({ ...ctx, db: tx }, { merchant, unit: 'EUR' })
      expect(rate).toMatchObject({ usdPerUnit: 1_500_000n, provider: 'pinned' })
    })
  })

  test('error: reports exchange_rate_unavailable without a reliable rate', async () => {
    await ctx.db.query('delete from exchange_rates')
    await set({ rateProvider: 'ecb' })
    expect(await findMerchantRate(ctx, { merchant, unit: 'EUR' })).toEqual({ kind: 'unavailable' })
  })
})

describe('getMerchantRate', () => {
  let sandbox: TestContext
  beforeAll(async () => {
    sandbox = await createTestContext()
  })
  afterAll(() => sandbox.close())

  test('default: returns the fixed rate of the sandbox', async () => {
    const { wallet: merchant } = await aDeveloper(sandbox)
    expect(await getMerchantRate(sandbox, { merchant, unit: 'EUR' })).toEqual({
      usdPerUnit: 1_080_000n,
      quotedAt: sandbox.now(),
      provider: 'fixed',
    })
  })

  test('error: reports exchange_rate_unavailable without a reliable rate', async () => {
    const { wallet: merchant } = await aDeveloper(sandbox)
    const asking = { ...sandbox, config: { ...sandbox.config, rateProviders: ['ecb' as const] } }
    const refused = getMerchantRate(asking, { merchant, unit: 'EUR' })
    await expect(refused).rejects.toBeInstanceOf(AppError)
    await expect(refused).rejects.toMatchObject({
      code: 'exchange_rate_unavailable',
      fields: { retryable: true },
    })
    expect(await getMerchantRate(asking, { merchant, unit: 'USD' })).toMatchObject({
      provider: 'identity',
    })
  })
})
