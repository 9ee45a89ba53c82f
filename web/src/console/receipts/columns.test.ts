import { describe, expect, test } from 'vitest'
import { moveColumn, toColumns } from './columns.js'

describe('toColumns', () => {
  test('default: keeps the order, without unknown and repeated names', () => {
    expect(toColumns(['amount', 'time', 'price', 'amount', 7])).toEqual(['amount', 'time'])
  })
})

describe('moveColumn', () => {
  test('default: swaps neighbors, and the ends stay', () => {
    expect(moveColumn(['time', 'status', 'amount'], 'amount', -1)).toEqual([
      'time',
      'amount',
      'status',
    ])
    expect(moveColumn(['time', 'status'], 'time', 1)).toEqual(['status', 'time'])
    expect(moveColumn(['time', 'status'], 'time', -1)).toEqual(['time', 'status'])
    expect(moveColumn(['time'], 'wallet', 1)).toEqual(['time'])
  })
})
