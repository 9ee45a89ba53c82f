import { describe, expect, test } from 'vitest'
import { averageOf, changeOf, linkOf, readRange } from './figures.js'

describe('readRange', () => {
  test('default: today, also for an unknown range', () => {
    expect(['', '?range=9', '?range=30'].map(readRange)).toEqual(['today', 'today', '30'])
  })
})

describe('averageOf', () => {
  test('default: in whole cents', () => {
    expect(averageOf({ usd: 10, count: 3 })).toBe(3.33)
    expect(averageOf({ usd: 0, count: 0 })).toBeNull()
  })
})

describe('changeOf', () => {
  test('default: a share, or null without a time before', () => {
    expect([changeOf(12, 10), changeOf(5, 10), changeOf(5, 0)]).toEqual([0.2, -0.5, null])
  })
})

describe('linkOf', () => {
  test('default: the list of a figure', () => {
    expect(linkOf({ filter: 'status=failed' })).toBe('/receipts?status=failed')
    expect(linkOf({ filter: '' })).toBe('/receipts')
  })
})
