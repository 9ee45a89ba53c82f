import { describe, expect, test } from 'vitest'
import { countHotLeases, prefetchOf } from './lease.js'

describe('countHotLeases', () => {
  test.each([
    ['quickly', 40, 6],
    ['at the right pace', 80, 5],
    ['slowly', 81, 0],
    ['never, because there was none', Number.POSITIVE_INFINITY, 0],
  ])('default: a lease that was spent %s', (_name, spentInMs, expected) => {
    expect(countHotLeases(5, spentInMs)).toBe(expected)
  })
})

describe('prefetchOf', () => {
  test('default', () => {
    const prefetches = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((hot) => prefetchOf(hot, 1_000))
    expect(prefetches).toEqual([0, 0, 0, 1, 2, 4, 8, 16, 32, 50])
  })

  test('behavior: is at least one, however small the limit', () => {
    expect(prefetchOf(3, 1)).toBe(1)
    expect(prefetchOf(5_000, 10)).toBe(1)
  })
})
