import { describe, expect, test } from 'vitest'
import { en } from '../../core/texts/en.js'
import { describeItems, splitLines } from './describe-items.js'

const line = (label: string, more: object = {}) => ({ label, priceUsd: 1, ...more })

describe('describeItems', () => {
  test.each([
    [['Tea'], ['Tea']],
    [
      ['Tea', 'Cup'],
      ['Tea', 'and 1 more item'],
    ],
    [
      ['Tea', 'Cup', 'Pot'],
      ['Tea', 'and 2 more items'],
    ],
    [[], ['Your order']],
  ])('default: %j', (labels, text) => {
    const lines = labels.map((label) => line(label))
    expect(describeItems(lines, en.summary)).toEqual(text)
  })
})

describe('splitLines', () => {
  test('default: separates tax and fee at the end', () => {
    const lines = [line('Tea'), line('Tax'), line('Processing Fee')]
    expect(splitLines({ lineItems: lines })).toEqual({ items: [lines[0]], extras: lines.slice(1) })
  })

  test('behavior: keeps an item with such a label', () => {
    const lines = [line('Tax', { qty: 1 }), line('Tax'), line('Tea'), line('Processing Fee')]
    expect(splitLines({ lineItems: lines })).toEqual({
      items: lines.slice(0, 3),
      extras: lines.slice(3),
    })
  })

  test('behavior: omits a tax of zero unless the shop has a tax id, and a fee of zero', () => {
    const [tax, fee] = [line('Tax', { priceUsd: 0 }), line('Processing Fee', { priceUsd: 0 })]
    const lineItems = [line('Tea'), tax, fee]
    expect(splitLines({ lineItems }).extras).toEqual([])
    expect(splitLines({ lineItems, taxId: 'DE123' }).extras).toEqual([tax])
  })

  test('behavior: returns no extras without tax and fee', () => {
    expect(splitLines({ lineItems: [line('Tea')] })).toEqual({ items: [line('Tea')], extras: [] })
    expect(splitLines({ lineItems: [] })).toEqual({ items: [], extras: [] })
  })
})
