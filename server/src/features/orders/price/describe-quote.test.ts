import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, centsFromDecimal, ppm, sumCents } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { withoutThumbs } from '../../media/load-thumbs.js'
import { saleBill } from '../../receipts/amounts/sale-bill.js'
import type { Valuation } from '../../receipts/receipt.js'
import type { SaleTax } from '../../tax/resolve-sale-tax.js'
import { describeQuote } from './describe-quote.js'

const now = unixMs(1_000)

function taxed(...rates: bigint[]): SaleTax {
  const components = rates.map((rate, index) => ({
    code: `c${index}`,
    name: `C ${index}`,
    rate: ppm(rate),
  }))
  const rate = ppm(rates.reduce((sum, rate) => sum + rate, 0n))
  return { jurisdictionCode: 'XX', rate, components }
}

function quote(amount: bigint, tax: SaleTax, usdPerUnit: bigint | null = null) {
  const line = { label: 'Tea', amount: cents(amount), taxable: true, includesTax: false }
  const bare = { qty: 1, itemId: 'itm_1', sku: 'T', thumb: null }
  const valuation: Valuation | null =
    usdPerUnit === null
      ? null
      : { currency: 'EUR', usdPerUnit: ppm(usdPerUnit), quotedAt: now, provider: 'fixed' }
  const rates = { tax, feeRate: ppm(5_000n), valuation }
  const { sale, ...bill } = saleBill({ sold: [{ ...line, ...bare }], ...rates })
  return describeQuote({ bill, tax, sale }, { now, thumbOf: withoutThumbs })
}

describe('describeQuote', () => {
  test('default', () => {
    const shown = quote(10_000n, taxed(60_000n, 12_500n))
    expect(shown).toMatchObject({
      currency: 'USD',
      totalUsd: 107.79,
      jurisdictionCode: 'XX',
      taxRate: 0.0725,
      taxComponents: ['C 0', 'C 1'],
      taxBreakdown: [
        { code: 'c0', name: 'C 0', rate: 0.06, amount: 6 },
        { code: 'c1', name: 'C 1', rate: 0.0125, amount: 1.25 },
      ],
      expiresAt: now + 600_000,
    })
    expect(shown).not.toHaveProperty('total')
  })

  test('behavior: returns the tax parts in the currency of the order', () => {
    expect(quote(10_000n, taxed(95_000n), 1_080_000n)).toMatchObject({
      currency: 'EUR',
      total: 110.05,
      totalUsd: 118.85,
      taxBreakdown: [{ amount: 9.5 }],
    })
  })

  test('behavior: returns no parts for a tax without components or of zero', () => {
    const manual = { jurisdictionCode: null, rate: ppm(95_000n), components: [] }
    expect(quote(100n, manual).taxBreakdown).toEqual([])
    expect(quote(100n, taxed(0n, 0n)).taxBreakdown).toEqual([])
  })

  test('property: the tax parts sum to the tax', () => {
    const rates = fc.array(fc.bigInt({ min: 0n, max: 150_000n }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), rates, (amount, input) => {
        const { taxBreakdown, lineItems } = quote(amount, taxed(...input))
        const parts = taxBreakdown.map((part) => centsFromDecimal(part.amount) ?? cents(0n))
        const tax = centsFromDecimal(lineItems[1]?.priceUsd ?? Number.NaN)
        expect(sumCents(parts)).toBe(tax)
      }),
      { numRuns: 200 },
    )
  })
})
