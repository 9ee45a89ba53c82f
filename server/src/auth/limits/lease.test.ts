import { describe, expect, test } from 'vitest'
import { countHotLeases, keepMsOf, paceOf, prefetchOf } from './lease.js'

describe('countHotLeases', () => {
  test.each([
    ['quickly', 40, 6],
    ['at the right pace', 80, 5],
    ['slowly', 81, 0],
    ['never, because there was none', Number.POSITIVE_INFINITY, 0],
  ])('default: a lease that was spent %s', (_name, spentInMs, expected) => {
    expect(countHotLeases(5, spentInMs, 100)).toBe(expected)
  })

  test('behavior: a lease that may be kept longer may be spent more slowly', () => {
    expect([400, 800, 801].map((ms) => countHotLeases(5, ms, 1_000))).toEqual([6, 5, 0])
  })
})

describe('keepMsOf', () => {
  test.each([
    ['many are left for long', 10, { used: 64, elapsedMs: 1_000 }, 1_000],
    ['they last for a minute', 10, { used: 12, elapsedMs: 1_000 }, 5_000],
    ['other processes may need them', 11, { used: 1, elapsedMs: 1_000 }, 100],
    ['they are used up soon', 1, { used: 65, elapsedMs: 1_000 }, 100],
    ['the pace is not known yet', 1, { used: 1, elapsedMs: 0 }, 100],
  ])('default: %s', (_name, unspent, pace, expected) => {
    expect(keepMsOf({ unspent, remaining: 640, ...pace })).toBe(expected)
  })
})

describe('paceOf', () => {
  test.each([
    ['the calls of the next five seconds', { calls: 2, elapsedMs: 1_000, remaining: 12_000 }, 10],
    ['few of those that are left', { calls: 2, elapsedMs: 1_000, remaining: 128 }, 2],
    ['none at a slow pace', { calls: 1, elapsedMs: 5_001, remaining: 12_000 }, 0],
    ['none before the pace is known', { calls: 1, elapsedMs: 99, remaining: 12_000 }, 0],
    ['none above a lowered limit', { calls: 2, elapsedMs: 1_000, remaining: -5 }, 0],
    ['none at first', { calls: 0, elapsedMs: Number.POSITIVE_INFINITY, remaining: 12_000 }, 0],
  ])('default: %s', (_name, lease, expected) => {
    expect(paceOf(lease)).toBe(expected)
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
