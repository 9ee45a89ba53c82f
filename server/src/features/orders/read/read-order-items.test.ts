import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readOrderItems } from './read-order-items.js'

describe('readOrderItems', () => {
  test('default: reads items by id, otherwise by SKU', () => {
    const items = [
      { id: 'itm_1', sku: 'T', qty: 1 },
      { sku: 'T', qty: 1.5 },
      { id: '', sku: 'T', qty: 2 },
      { id: null, sku: 'T', qty: 1_000_000 },
    ]
    expect(readOrderItems(items)).toEqual([
      { id: 'itm_1', sku: null, qty: 1_000n },
      { id: null, sku: 'T', qty: 1_500n },
      { id: null, sku: 'T', qty: 2_000n },
      { id: null, sku: 'T', qty: 1_000_000_000n },
    ])
  })

  test.each([[undefined], [null], [[]]])('error: returns items_required for %j', (items) => {
    expect(() => readOrderItems(items)).toThrow(expect.objectContaining({ code: 'items_required' }))
  })

  test.each([
    ['text', 'T'],
    ['one item', { sku: 'T', qty: 1 }],
    ['201 items', Array(201).fill({ sku: 'T', qty: 1 })],
    ['an item that is text', ['T']],
    ['an item that is null', [null]],
    ['no name', [{ qty: 1 }]],
    ['an empty name', [{ sku: '', qty: 1 }]],
    ['an id that is not text', [{ id: 7, sku: 'T', qty: 1 }]],
    ['a SKU that is not text', [{ sku: 7, qty: 1 }]],
  ])('error: %s', (_name, items) => {
    expect(() => readOrderItems(items)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })

  test.each([
    ...[undefined, null, '1', true, [1], 0, -1, -0, 0.999, 1.0001, 1_000_000.001],
    ...[Number.NaN, Number.POSITIVE_INFINITY, 1e300],
  ])('error: refuses %s as a quantity', (qty) => {
    const items = [
      { sku: 'T', qty: 1 },
      { sku: 'T', qty },
    ]
    expect(() => readOrderItems(items)).toThrow('items: entry 2: qty must be from 1 to 1000000')
  })

  test('property: accepts a quantity only in range and with at most three decimals', () => {
    const quantity = fc.oneof(
      fc.integer({ min: 900, max: 2_000_000 }).map((thousandths) => thousandths / 1_000),
      fc.double({ min: 0.5, max: 1_000_001 }),
    )
    fc.assert(
      fc.property(quantity, (qty) => {
        const isGood = qty >= 1 && qty <= 1_000_000 && Number(qty.toFixed(3)) === qty
        const read = () => readOrderItems([{ sku: 'T', qty }])
        if (isGood) expect(Number(read()[0]?.qty) / 1_000).toBe(qty)
        else expect(read).toThrow(expect.objectContaining({ code: 'invalid_input' }))
      }),
      { numRuns: 300 },
    )
  })
})
