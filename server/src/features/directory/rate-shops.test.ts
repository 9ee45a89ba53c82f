import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRankedPage } from './rate-shops.js'

describe('readRankedPage', () => {
  test('default', () => {
    const ratings = Uint8Array.of(1, 0, 255, 1)
    const order = Uint32Array.of(3, 2, 1, 0)
    const everything = readRankedPage(order, { ratings, offset: 0, limit: 10 })
    expect(everything).toEqual({ page: [2, 3, 0], total: 3 })
  })

  test('behavior: returns an empty page beyond the end', () => {
    const ratings = Uint8Array.of(1, 1)
    const order = Uint32Array.of(0, 1)
    expect(readRankedPage(order, { ratings, offset: 2, limit: 5 })).toEqual({ page: [], total: 2 })
    expect(readRankedPage(order, { ratings, offset: 1_000_000, limit: 5 }).page).toEqual([])
  })

  test('behavior: equals a stable sort', () => {
    const rated = fc.uint8Array({ max: 3, maxLength: 30 })
    const places = fc.nat({ max: 35 })
    fc.assert(
      fc.property(rated, fc.func(fc.nat()), places, places, (ratings, shuffle, offset, limit) => {
        const slots = [...ratings.keys()].sort((a, b) => shuffle(a) - shuffle(b) || a - b)
        const sorted = slots
          .filter((slot) => ratings[slot] !== 0)
          .sort((a, b) => (ratings[b] as number) - (ratings[a] as number))
        const rankedPage = readRankedPage(Uint32Array.from(slots), { ratings, offset, limit })
        expect(rankedPage).toEqual({
          page: sorted.slice(offset, offset + limit),
          total: sorted.length,
        })
      }),
      { seed: 8, numRuns: 300 },
    )
  })
})
