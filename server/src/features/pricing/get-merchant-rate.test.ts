import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { AppError } from '../../lib/errors.js'
import { getMerchantRate } from './get-merchant-rate.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

describe('getMerchantRate', () => {
  test('default: returns the fixed rate of the sandbox', async () => {
    const { wallet: merchant } = await aDeveloper(ctx)
    expect(await getMerchantRate(ctx, { merchant, unit: 'EUR' })).toEqual({
      usdPerUnit: 1_080_000n,
      quotedAt: ctx.now(),
      provider: 'fixed',
    })
  })

  test('error: reports exchange_rate_unavailable without a reliable rate', async () => {
    const { wallet: merchant } = await aDeveloper(ctx)
    const asking = { ...ctx, config: { ...ctx.config, rateProviders: ['ecb' as const] } }
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
