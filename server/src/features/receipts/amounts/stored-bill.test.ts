import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aLine } from '../../../../test/fixtures/receipt.js'
import { cents, ppm } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { shareLines } from './share-lines.js'
import { toLines, toStoredLine, toStoredValuation, toValuation } from './stored-bill.js'

/** Returns a value as read from the database. */
const throughJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))

const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map(cents)
const text = fc.option(fc.string())
const labeled = fc.record({
  kind: fc.constantFrom('item' as const, 'discount' as const, 'tip' as const),
  label: fc.string(),
})
const charge = fc.record({
  kind: fc.constantFrom('tax' as const, 'fee' as const),
  label: fc.constant(null),
})
const rest = fc.record({
  usdCents: amount,
  amountCents: fc.option(amount),
  qty: fc.option(fc.integer({ min: 1, max: 10 ** 9 }).map((thousandths) => thousandths / 1_000)),
  itemId: text,
  sku: text,
  thumb: text,
})
const line = fc
  .tuple(fc.oneof(labeled, charge), rest)
  .map(([description, fields]) => ({ ...description, ...fields }))
const valuation = fc.record({
  currency: fc.constantFrom('USD' as const, 'EUR' as const),
  usdPerUnit: fc.bigInt({ min: 1n, max: 10n ** 12n }).map(ppm),
  quotedAt: fc.integer({ min: 0, max: 2 ** 45 }).map(unixMs),
  provider: fc.constantFrom('fixed' as const, 'identity' as const, 'pinned' as const),
})

describe('toStoredLine', () => {
  test('default: stores only the given fields', () => {
    expect(toStoredLine(aLine())).toEqual({ kind: 'item', label: 'Tea', usdCents: 450 })
  })

  test('behavior: stores the hash of a picture, and a data URI of earlier orders', () => {
    const hash = 'ab'.repeat(32)
    expect(toStoredLine(aLine({ thumb: `media:${hash}` }))).toMatchObject({ picture: hash })
    expect(toStoredLine(aLine({ thumb: 'data:,' }))).toMatchObject({ thumb: 'data:,' })
  })

  test('behavior: stores the labels of tax and fee for processes of the previous version', () => {
    const storedLines = [
      aLine({ kind: 'tax', label: null }),
      aLine({ kind: 'fee', label: null }),
    ].map(toStoredLine)
    expect(storedLines).toEqual([
      { kind: 'tax', label: 'Tax', usdCents: 450 },
      { kind: 'fee', label: 'Processing Fee', usdCents: 450 },
    ])
  })

  test('property: reads back every line unchanged', () => {
    fc.assert(
      fc.property(fc.array(line), (plain) => {
        const receiptLines = shareLines(plain)
        const storedLines = throughJson(receiptLines.map(toStoredLine))
        expect(toLines(storedLines)).toEqual(receiptLines)
      }),
      { numRuns: 300 },
    )
  })
})

describe('toStoredValuation', () => {
  test('property: reads back every valuation unchanged', () => {
    fc.assert(
      fc.property(valuation, (input) => {
        expect(toValuation(throughJson(toStoredValuation(input)))).toEqual(input)
      }),
      { numRuns: 300 },
    )
  })
})
