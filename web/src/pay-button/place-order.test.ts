import { describe, expect, test } from 'vitest'
import { readItems } from './place-order.js'

describe('readItems', () => {
  test.each([
    ['TEA', [{ sku: 'TEA', qty: 1 }]],
    [
      'TEA:2, MUG',
      [
        { sku: 'TEA', qty: 2 },
        { sku: 'MUG', qty: 1 },
      ],
    ],
    ['A:B:3', [{ sku: 'A:B', qty: 3 }]],
    ['A:B', [{ sku: 'A:B', qty: 1 }]],
    [' , ', []],
    ['', []],
  ])('default: %j', (items, read) => {
    expect(readItems(items)).toEqual(read)
  })
})
