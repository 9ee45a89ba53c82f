import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, ppm, sumCents } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import type { Valuation } from '../receipt.js'
import { type SoldLine, saleBill } from './sale-bill.js'

const sold = (amount: bigint, fields: Partial<SoldLine> = {}): SoldLine => ({
  label: 'Tea',
  amount: cents(amount),
  taxable: true,
  includesTax: false,
  qty: 1,
  itemId: 'itm_1',
  sku: 'T',
  thumb: null,
  ...fields,
})
const tax = (rate: bigint) => ({ jurisdictionCode: null, rate: ppm(rate), components: [] })
const inEuros = (usdPerUnit: bigint): Valuation => ({
  currency: 'EUR',
  usdPerUnit: ppm(usdPerUnit),
  quotedAt: unixMs(1),
  provider: 'fixed',
})

describe('saleBill', () => {
  test('default: adds tax and fee lines in dollars', () => {
    const rates = { tax: tax(95_000n), feeRate: ppm(5_000n) }
    const bill = saleBill({ sold: [sold(10_000n)], ...rates, valuation: null })
    expect(bill).toMatchObject({
      currency: 'USD',
      totalUsdCents: 11_005n,
      totalCents: null,
      valuation: null,
      taxRate: 95_000n,
      lines: [
        {
          kind: 'item',
          label: 'Tea',
          usdCents: 10_000n,
          amountCents: null,
          qty: 1,
          itemId: 'itm_1',
          sku: 'T',
        },
        { kind: 'tax', label: null, usdCents: 950n, amountCents: null, qty: null, itemId: null },
        { kind: 'fee', label: null, usdCents: 55n, qty: null, sku: null },
      ],
    })
  })

  test('behavior: applies a fee of 2 %', () => {
    const rates = { tax: tax(95_000n), feeRate: ppm(20_000n) }
    const bill = saleBill({ sold: [sold(10_000n)], ...rates, valuation: null })
    expect(bill).toMatchObject({ totalUsdCents: 11_169n, lines: [{}, {}, { usdCents: 219n }] })
  })

  test('behavior: adds tax and fee lines of zero', () => {
    const bill = saleBill({
      sold: [sold(100n)],
      tax: tax(0n),
      feeRate: ppm(0n),
      valuation: null,
    })
    expect(bill.lines.map(({ kind, usdCents }) => [kind, usdCents])).toEqual([
      ['item', 100n],
      ['tax', 0n],
      ['fee', 0n],
    ])
  })

  test('behavior: returns the jurisdiction and components', () => {
    const components = [{ code: 'state', name: 'State', rate: ppm(60_000n) }]
    const bill = saleBill({
      sold: [sold(100n)],
      tax: { jurisdictionCode: 'US-CA', rate: ppm(60_000n), components },
      feeRate: ppm(0n),
      valuation: null,
    })
    expect(bill).toMatchObject({ jurisdictionCode: 'US-CA', taxComponents: ['State'] })
  })

  test('property: lines sum to totals in both currencies, in any order of items', () => {
    const lines = fc.array(
      fc.record({
        amount: fc.bigInt({ min: 0n, max: 10n ** 9n }).map(cents),
        taxable: fc.boolean(),
        includesTax: fc.boolean(),
      }),
      { minLength: 1, maxLength: 20 },
    )
    const rate = fc.bigInt({ min: 0n, max: 1_000_000n })
    const usdPerUnit = fc.bigInt({ min: 200_000n, max: 5_000_000n })
    fc.assert(
      fc.property(lines, rate, rate, fc.option(usdPerUnit), (input, taxRate, fee, euro) => {
        const valuation = euro === null ? null : inEuros(euro)
        const rates = { tax: tax(taxRate), feeRate: ppm(fee), valuation }
        const bill = saleBill({ sold: input.map((line) => sold(0n, line)), ...rates })
        expect(sumCents(bill.lines.map(({ usdCents }) => usdCents))).toBe(bill.totalUsdCents)
        const native = bill.lines.map(({ amountCents }) => amountCents ?? cents(0n))
        expect(sumCents(native)).toBe(bill.totalCents ?? 0n)

        const reversed = saleBill({
          sold: input.toReversed().map((line) => sold(0n, line)),
          ...rates,
        })
        expect(reversed).toMatchObject({
          totalUsdCents: bill.totalUsdCents,
          totalCents: bill.totalCents,
        })
        const isExempt = input.every(({ taxable }) => !taxable)
        if (isExempt) expect(bill.sale.tax).toBe(0n)
      }),
      { numRuns: 300 },
    )
  })
})
