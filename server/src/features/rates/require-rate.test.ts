import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { AppError } from '../../lib/errors.js'
import { ppm } from '../../lib/money.js'
import { findRate, type RateOptions } from './find-rate.js'
import { requireRate } from './require-rate.js'
import { replaceRate } from './store.js'
import type { RateUnit } from './units.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const requireFound = async (from: TestContext, unit: RateUnit, options: RateOptions = {}) =>
  requireRate(await findRate(from, unit, options), unit)

describe('requireRate', () => {
  test('default', async () => {
    expect(await requireFound(ctx, 'EUR')).toEqual({
      usdPerUnit: 1_080_000n,
      quotedAt: ctx.now(),
      provider: 'fixed',
    })
  })

  test('error: throws exchange_rate_unavailable without a usable quote', async () => {
    const market = { ...ctx, config: { ...ctx.config, rateProviders: ['ecb' as const] } }
    const failure = await requireFound(market, 'EUR').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(AppError)
    expect(failure).toMatchObject({
      code: 'exchange_rate_unavailable',
      fields: { retryable: true },
    })
  })

  test('behavior: uses the quote of the preferred source', async () => {
    const market = {
      ...ctx,
      config: { ...ctx.config, rateProviders: ['coinbase' as const, 'ecb' as const] },
    }
    const [coinbase, ecb] = (['coinbase', 'ecb'] as const).map((provider, index) => ({
      provider,
      rate: ppm(1_080_000n + BigInt(index)),
      quotedAt: ctx.now(),
    }))
    if (!coinbase || !ecb) throw new Error('expected two quotes')
    await replaceRate(ctx.db, {
      unit: 'EUR',
      quote: coinbase,
      voters: [coinbase, ecb],
      anchor: coinbase,
      fetchedAt: ctx.now(),
      alarm: null,
    })

    expect(await requireFound(market, 'EUR')).toMatchObject({ provider: 'coinbase' })
    expect(await requireFound(market, 'EUR', { prefer: 'ecb' })).toEqual({
      usdPerUnit: 1_080_001n,
      quotedAt: ctx.now(),
      provider: 'ecb',
    })
  })
})
