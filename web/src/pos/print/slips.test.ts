import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DayReport } from '../day/read-day.js'
import { listSums } from './slips.js'

const micros = (min: number, max: number) => fc.integer({ min, max }).map((value) => value / 1e6)
const million = 1_000_000_000

/** Reports as the service sums them: `received` is before refunds, and `taxes` are after them. */
const reports = fc
  .record({
    goods: micros(0, million),
    discounts: micros(-million, 0),
    tips: micros(0, million),
    fees: micros(0, million),
    taxes: fc.array(
      fc.record({ code: fc.constantFrom('STATE', 'CITY'), amount: micros(-million, million) }),
      { maxLength: 2 },
    ),
    refundedTax: micros(0, million),
    refundedGoods: micros(0, million),
  })
  .map(({ refundedGoods, ...sums }): DayReport => {
    const { goods, discounts, tips, fees, taxes, refundedTax } = sums
    return {
      ...sums,
      sales: 1,
      refunds: refundedGoods + refundedTax > 0 ? 1 : 0,
      received: exact(
        goods,
        discounts,
        tips,
        fees,
        ...taxes.map(({ amount }) => amount),
        refundedTax,
      ),
      refunded: exact(refundedGoods, refundedTax),
      assets: [],
      cash: [],
      cashiers: [],
    }
  })

function exact(...amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 1e6), 0) / 1e6
}

describe('listSums', () => {
  test('default: the rows add up to what was received after refunds, to a millionth', () => {
    fc.assert(
      fc.property(reports, (report) => {
        const sums = listSums(report)
        const rows = sums.filter(({ kind }) => kind === 'row').map(({ amount }) => amount)
        const total = sums.at(-1)
        expect(total?.kind).toBe('total')
        expect(exact(...rows)).toBe(total?.amount)
        expect(total?.amount).toBe(exact(report.received, -report.refunded))
        const { goods, discounts, refunded, refundedTax } = report
        const net = sums.find(({ kind }) => kind === 'subtotal')
        expect(net?.amount).toBe(exact(goods, discounts, refundedTax, -refunded))
      }),
      { numRuns: 1_000 },
    )
  })
})
