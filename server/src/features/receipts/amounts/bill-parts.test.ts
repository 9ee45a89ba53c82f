import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aLine, aReceipt } from '../../../../test/fixtures/receipt.js'
import { baseUnits, cents, microsFromCents, ppm } from '../../../lib/money.js'
import { manualUsd } from '../../../platform/chain/assets/asset-name.js'
import { saleEntries } from '../../ledger/entries.js'
import { requireBalanced } from '../../ledger/post.js'
import { billParts } from './bill-parts.js'
import { saleBill } from './sale-bill.js'

const part = (code: string, rate: bigint) => ({ code, name: code, rate: ppm(rate) })
const sold = (amount: bigint) => ({
  label: 'Tea',
  qty: 1,
  itemId: null,
  sku: null,
  thumb: null,
  amount: cents(amount),
  taxable: true,
  includesTax: false,
})

/** Returns an order with the bill of a sale. */
function anOrder(amount: bigint, rates: bigint[], feeRate: bigint) {
  const components = rates.map((rate, index) => part(`part-${index}`, rate))
  const rate = ppm(rates.reduce((sum, rate) => sum + rate, 0n))
  const bill = saleBill({
    sold: [sold(amount)],
    tax: { jurisdictionCode: null, rate, components },
    feeRate: ppm(feeRate),
    valuation: null,
  })
  return aReceipt({ ...bill, kind: 'order' })
}

describe('billParts', () => {
  test('default: splits a bill into sales, taxes and fee', () => {
    expect(billParts(anOrder(10_000n, [60_000n, 35_000n], 5_000n), 50)).toEqual({
      salesMicros: 100_000_000n,
      taxes: [
        { code: 'part-0', micros: 6_000_000n },
        { code: 'part-1', micros: 3_500_000n },
      ],
      feeMicros: 550_000n,
      platformMicros: 550_000n,
    })
  })

  test("behavior: the fee above the platform's base belongs to the merchant", () => {
    expect(billParts(anOrder(10_000n, [95_000n], 20_000n), 50)).toMatchObject({
      feeMicros: 2_190_000n,
      platformMicros: 550_000n,
    })
  })

  test("behavior: the platform's share never exceeds the fee line", () => {
    expect(billParts(anOrder(10_000n, [], 1_000n), 50)).toMatchObject({
      feeMicros: 100_000n,
      platformMicros: 100_000n,
    })
  })

  test('behavior: handles a tax without components and no tax', () => {
    const order = anOrder(10_000n, [95_000n], 5_000n)
    expect(billParts({ ...order, taxParts: [] }, 50).taxes).toEqual([
      { code: 'tax', micros: 9_500_000n },
    ])
    expect(billParts(anOrder(10_000n, [0n], 5_000n), 50).taxes).toEqual([])
  })

  test('behavior: lines that a merchant sent are sales, whatever their labels', () => {
    const lines = ['Tea', 'Tax', 'Processing Fee'].map((label) => aLine({ label }))
    const receipt = aReceipt({ kind: 'direct', lines, totalUsdCents: cents(1_350n) })
    expect(billParts(receipt, 50)).toEqual({
      salesMicros: 13_500_000n,
      taxes: [],
      feeMicros: 0n,
      platformMicros: 0n,
    })
  })

  test('property: the parts sum to the bill and balance in the ledger', () => {
    const rates = fc.array(fc.bigInt({ min: 0n, max: 200_000n }), { maxLength: 4 })
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        rates,
        fc.bigInt({ min: 0n, max: 100_000n }),
        (amount, components, feeRate) => {
          const order = anOrder(amount, components, feeRate)
          const parts = billParts(order, 50)
          const usdMicros = microsFromCents(order.totalUsdCents)
          const taxes = parts.taxes.reduce((sum, tax) => sum + tax.micros, 0n)
          expect(parts.salesMicros + taxes + parts.feeMicros).toBe(usdMicros)
          expect(parts.platformMicros <= parts.feeMicros).toBe(true)
          const units = baseUnits(order.totalUsdCents)
          const portions = [{ asset: manualUsd, units, usdMicros } as const]
          requireBalanced(saleEntries({ portions, bill: parts, platformBps: 50 }))
        },
      ),
      { numRuns: 200 },
    )
  })
})
