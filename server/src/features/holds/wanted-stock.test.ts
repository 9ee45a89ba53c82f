import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aLine } from '../../../test/fixtures/receipt.js'
import { wantedStock } from './wanted-stock.js'

describe('wantedStock', () => {
  test('default: sums quantities by item', () => {
    const lines = [
      aLine({ itemId: 'b', qty: 1 }),
      aLine({ itemId: 'a', qty: 0.1 }),
      aLine({ itemId: 'a', qty: 0.2 }),
    ]
    expect(wantedStock(lines)).toEqual([
      { itemId: 'b', qty: 1 },
      { itemId: 'a', qty: 0.3 },
    ])
  })

  test('behavior: ignores lines without an item or a quantity', () => {
    expect(wantedStock([aLine(), aLine({ qty: 3 }), aLine({ itemId: 'a' })])).toEqual([])
  })

  test('property: adds thousandths exactly', () => {
    const quantity = fc.integer({ min: 1_000, max: 10 ** 9 })
    fc.assert(
      fc.property(fc.array(quantity, { minLength: 1, maxLength: 200 }), (thousandths) => {
        const lines = thousandths.map((count) => aLine({ itemId: 'a', qty: count / 1_000 }))
        const sum = thousandths.reduce((total, count) => total + count, 0)
        expect(wantedStock(lines)).toEqual([{ itemId: 'a', qty: sum / 1_000 }])
      }),
      { numRuns: 200 },
    )
  })
})
