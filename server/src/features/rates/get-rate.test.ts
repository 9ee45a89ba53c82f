import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { AppError } from '../../lib/errors.js'
import { getRate } from './get-rate.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

describe('getRate', () => {
  test('default: a sandbox has fixed ones', async () => {
    expect(await getRate(ctx, 'EUR')).toEqual({
      usdPerUnit: 1_080_000n,
      quotedAt: ctx.now(),
      provider: 'fixed',
    })
  })

  test('error: nothing that can be believed', async () => {
    const asking = { ...ctx, config: { ...ctx.config, rateProviders: ['ecb' as const] } }
    const failure = await getRate(asking, 'EUR').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(AppError)
    expect(failure).toMatchObject({
      code: 'exchange_rate_unavailable',
      fields: { retryable: true },
    })
  })
})
