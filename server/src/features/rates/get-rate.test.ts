import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { AppError } from '../../lib/errors.js'
import { ppm } from '../../lib/money.js'
import { getRate } from './get-rate.js'
import { replaceRate } from './store.js'

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

  test('behavior: a preferred source is heard', async () => {
    const asking = {
      ...ctx,
      config: { ...ctx.config, rateProviders: ['coinbase' as const, 'ecb' as const] },
    }
    const [coinbase, ecb] = (['coinbase', 'ecb'] as const).map((provider, index) => ({
      provider,
      rate: ppm(1_080_000n + BigInt(index)),
      quotedAt: ctx.now(),
    }))
    if (!coinbase || !ecb) throw new Error('there are two')
    await replaceRate(ctx.db, {
      unit: 'EUR',
      quote: coinbase,
      voters: [coinbase, ecb],
      anchor: coinbase,
      fetchedAt: ctx.now(),
      alarm: null,
    })

    expect(await getRate(asking, 'EUR')).toMatchObject({ provider: 'coinbase' })
    expect(await getRate(asking, 'EUR', { prefer: 'ecb' })).toEqual({
      usdPerUnit: 1_080_001n,
      quotedAt: ctx.now(),
      provider: 'ecb',
    })
  })
})
