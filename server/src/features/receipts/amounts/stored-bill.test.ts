import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aLine } from '../../../../test/fixtures/receipt.js'
import { cents, ppm } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { toLine, toStoredLine, toStoredValuation, toValuation } from './stored-bill.js'

/** As it comes back from the database. */
const throughJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))

const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map(cents)
const text = fc.option(fc.string())
const line = fc.record({
  label: fc.string(),
  usdCents: amount,
  amountCents: fc.option(amount),
  qty: fc.option(fc.integer({ min: 1, max: 10 ** 9 }).map((thousandths) => thousandths / 1_000)),
  itemId: text,
  sku: text,
  thumb: text,
})
const valuation = fc.record({
  currency: fc.constantFrom('USD' as const, 'EUR' as const),
  usdPerUnit: fc.bigInt({ min: 1n, max: 10n ** 12n }).map(ppm),
  quotedAt: fc.integer({ min: 0, max: 2 ** 45 }).map(unixMs),
  provider: fc.constantFrom('fixed' as const, 'identity' as const, 'pinned' as const),
})

describe('toStoredLine', () => {
  test('default: keeps only what there is', () => {
    expect(toStoredLine(aLine())).toEqual({ label: 'Tea', usdCents: 450 })
  })

  test('property: every line comes back as it was', () => {
    fc.assert(
      fc.property(line, (given) => {
        expect(toLine(throughJson(toStoredLine(given)))).toEqual(given)
      }),
      { numRuns: 300 },
    )
  })
})

describe('toStoredValuation', () => {
  test('property: every valuation comes back as it was', () => {
    fc.assert(
      fc.property(valuation, (given) => {
        expect(toValuation(throughJson(toStoredValuation(given)))).toEqual(given)
      }),
      { numRuns: 300 },
    )
  })
})
