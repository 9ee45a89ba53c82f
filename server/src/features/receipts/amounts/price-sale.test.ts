import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyRate, type Cents, cents, ppm, sumCents } from '../../../lib/money.js'
import { priceSale, type SaleLine } from './price-sale.js'

const line = (amount: bigint, fields: Partial<SaleLine> = {}): SaleLine => ({
  amount: cents(amount),
  taxable: true,
  includesTax: false,
  ...fields,
})
const rates = (taxRate: bigint, feeRate: bigint) => ({
  taxRate: ppm(taxRate),
  feeRate: ppm(feeRate),
})

const amount = fc.bigInt({ min: 0n, max: 10n ** 9n }).map(cents)
const aLine = fc.record({ amount, taxable: fc.boolean(), includesTax: fc.boolean() })
const lines = fc.array(aLine, { minLength: 1, maxLength: 12 })
const rate = fc.oneof(
  fc.constantFrom(0n, 62_500n, 95_000n, 190_000n, 1_000_000n),
  fc.bigInt({ min: 0n, max: 1_000_000n }),
)

describe('priceSale', () => {
  test('default: adds tax and fee', () => {
    expect(priceSale([line(10_000n)], rates(95_000n, 5_000n))).toEqual({
      amounts: [10_000n],
      taxes: [950n],
      fees: [55n],
      tax: 950n,
      fee: 55n,
      total: 11_005n,
    })
  })

  test('behavior: shares tax and fee by line', () => {
    const exempt = line(10_000n, { taxable: false })
    expect(priceSale([line(10_000n), exempt], rates(200_000n, 5_000n))).toMatchObject({
      taxes: [2_000n, 0n],
      fees: [60n, 50n],
    })
    // Both prices include the tax of 0.33: each line keeps its price of one dollar.
    const inside = line(100n, { includesTax: true })
    const { amounts, taxes } = priceSale([inside, inside], rates(197_605n, 0n))
    expect(amounts.map((amount, index) => amount + (taxes[index] ?? 0n))).toEqual([100n, 100n])
    expect(taxes).toEqual([16n, 17n])
  })

  test('property: the shares of lines sum to tax and fee', () => {
    fc.assert(
      fc.property(lines, rate, rate, (sold, taxRate, feeRate) => {
        const { taxes, fees, tax, fee } = priceSale(sold, rates(taxRate, feeRate))
        expect([sumCents(taxes), sumCents(fees)]).toEqual([tax, fee])
        expect([...taxes, ...fees].every((share) => share >= 0n)).toBe(true)
        const exempt = sold.flatMap(({ taxable }, index) => (taxable ? [] : taxes[index]))
        expect(exempt.every((share) => share === 0n)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('behavior: applies a fee of 2 %', () => {
    const { fee, total } = priceSale([line(10_000n)], rates(95_000n, 20_000n))
    expect([fee, total]).toEqual([219n, 11_169n])
  })

  test('behavior: does not tax exempt lines', () => {
    const exempt = line(5_000n, { taxable: false })
    expect(priceSale([line(10_000n), exempt], rates(95_000n, 0n)).tax).toBe(950n)
    expect(priceSale([exempt], rates(95_000n, 0n)).tax).toBe(0n)
  })

  test('behavior: rounds tax once, not per line', () => {
    const cheap = Array.from({ length: 10 }, () => line(5n))
    expect(priceSale(cheap, rates(95_000n, 0n)).tax).toBe(5n)
  })

  test('behavior: takes included tax out, and the buyer pays the price', () => {
    const priced = priceSale([line(11_900n, { includesTax: true })], rates(190_000n, 0n))
    expect(priced).toMatchObject({ amounts: [10_000n], taxes: [1_900n], fee: 0n, total: 11_900n })
  })

  test('behavior: treats exempt lines as without tax', () => {
    const priced = priceSale(
      [line(11_900n, { includesTax: true, taxable: false })],
      rates(190_000n, 0n),
    )
    expect(priced).toMatchObject({ amounts: [11_900n], tax: 0n, total: 11_900n })
  })

  test('behavior: rounds tax once when some prices include it', () => {
    fc.assert(
      fc.property(lines, rate, (sold, taxRate) => {
        const { tax } = priceSale(sold, rates(taxRate, 0n))
        const sum = (inside: boolean) =>
          sold
            .filter((line) => line.taxable && line.includesTax === inside)
            .reduce((total, line) => total + line.amount, 0n)
        // The rounded tax is at most half a cent from the exact tax.
        const gross = 1_000_000n + taxRate
        const exact = sum(false) * taxRate * gross + sum(true) * taxRate * 1_000_000n
        const off = 2n * (tax * 1_000_000n * gross - exact)
        expect(off <= 1_000_000n * gross && off >= -1_000_000n * gross).toBe(true)
      }),
      { seed: 5, numRuns: 500 },
    )
  })

  test('behavior: parts sum to the total, and the fee applies to all before it', () => {
    fc.assert(
      fc.property(lines, rate, rate, (sold, taxRate, feeRate) => {
        const { amounts, tax, fee, total } = priceSale(sold, rates(taxRate, feeRate))
        const subtotal = sumCents(amounts)
        expect(total).toBe(subtotal + tax + fee)
        expect(fee).toBe(applyRate(cents(subtotal + tax), ppm(feeRate)))
      }),
      { seed: 5, numRuns: 500 },
    )
  })

  test('behavior: added tax is the rate times the taxable sum', () => {
    fc.assert(
      fc.property(lines, rate, (input, taxRate) => {
        const sold = input.map((line) => ({ ...line, includesTax: false }))
        const { amounts, tax } = priceSale(sold, rates(taxRate, 0n))
        const taxable = sumCents(sold.filter((line) => line.taxable).map((line) => line.amount))
        expect(amounts).toEqual(sold.map((line) => line.amount))
        expect(tax).toBe(applyRate(taxable, ppm(taxRate)))
      }),
      { seed: 5, numRuns: 500 },
    )
  })

  test('behavior: keeps prices that include tax, to the cent', () => {
    fc.assert(
      fc.property(lines, rate, (input, taxRate) => {
        const sold = input.map((line) => ({ ...line, includesTax: true }))
        const { total, amounts } = priceSale(sold, rates(taxRate, 0n))
        expect(total).toBe(sumCents(sold.map((line) => line.amount)))
        expect(
          amounts.every((net, index) => net >= 0n && net <= (sold[index]?.amount as Cents)),
        ).toBe(true)
      }),
      { seed: 5, numRuns: 500 },
    )
  })

  test('behavior: the order of lines does not change the sums', () => {
    fc.assert(
      fc.property(lines, rate, rate, (sold, taxRate, feeRate) => {
        const sumsOf = (lines: SaleLine[]) => {
          const { tax, fee, total } = priceSale(lines, rates(taxRate, feeRate))
          return { tax, fee, total }
        }
        expect(sumsOf(sold.toReversed())).toEqual(sumsOf(sold))
      }),
      { seed: 5, numRuns: 300 },
    )
  })
})
