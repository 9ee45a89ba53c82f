import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bases, recommend, type WindowFigures } from './recommend.js'

const usdc = { currency: 'USDC', decimals: 6 }

function recommendFor(fields: Partial<WindowFigures> = {}, windowDays = 30) {
  const figures = { sold: 0n, refunded: 0n, taxes: new Map(), expectedCharges: 0n, ...fields }
  return recommend(usdc, { figures, windowDays })
}

describe('recommend', () => {
  test('default: an average day of sales', () => {
    expect(recommendFor({ sold: 300n })).toEqual({
      ...usdc,
      target: 10n,
      basis: 'avg_daily_volume',
      parts: [{ basis: 'avg_daily_volume', component: null, units: 10n }],
    })
  })

  test('behavior: the expected refunds if they are more than a day of sales', () => {
    expect(recommendFor({ sold: 300n, refunded: 60n })).toMatchObject({
      target: 60n,
      basis: 'refund_rate',
    })
    expect(recommendFor({ sold: 300n, refunded: 6n })).toMatchObject({ target: 10n })
  })

  test('behavior: refunds of charges that become due', () => {
    const recommendation = recommendFor({ sold: 300n, refunded: 30n, expectedCharges: 1_000n })
    expect(recommendation).toMatchObject({ target: 130n, basis: 'subscription_forecast' })
    expect(recommendFor({ expectedCharges: 1_000n })).toMatchObject({ target: 0n })
  })

  test('behavior: adds the tax of every component', () => {
    const taxes = new Map([
      ['state', 40n],
      ['city', 20n],
    ])
    const recommendation = recommendFor({ sold: 300n, taxes })
    expect(recommendation).toMatchObject({ target: 70n, basis: 'tax_liability' })
    expect(recommendation.parts).toContainEqual({
      basis: 'tax_liability',
      component: 'city',
      units: 20n,
    })
  })

  test('behavior: nothing without sales', () => {
    expect(recommendFor()).toEqual({ ...usdc, target: 0n, basis: 'default', parts: [] })
  })

  test('property: covers tax, an average day and the refunds of the window', () => {
    const amount = fc.bigInt({ min: -1_000n, max: 10n ** 12n })
    const figures = fc.record({
      sold: amount,
      refunded: amount,
      taxes: fc
        .array(fc.tuple(fc.string(), amount), { maxLength: 4 })
        .map((entries) => new Map(entries)),
      expectedCharges: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    })
    fc.assert(
      fc.property(figures, fc.integer({ min: 1, max: 365 }), (sale, windowDays) => {
        const { target, basis, parts } = recommendFor(sale, windowDays)
        const tax = [...sale.taxes.values()].reduce(
          (sum, units) => sum + (units > 0n ? units : 0n),
          0n,
        )
        expect(target).toBeGreaterThanOrEqual(tax)
        expect((target - tax) * BigInt(windowDays)).toBeGreaterThanOrEqual(sale.sold)
        expect(target - tax).toBeGreaterThanOrEqual(sale.refunded > 0n ? sale.refunded : 0n)
        expect(bases).toContain(basis)
        expect(basis === 'default').toBe(target === 0n)
        expect(parts.every(({ units }) => units > 0n)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})
