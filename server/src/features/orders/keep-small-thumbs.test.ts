import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keepSmallThumbs } from './keep-small-thumbs.js'

const line = (length: number | null) => ({ thumb: length === null ? null : 'x'.repeat(length) })
const lengths = (lines: { thumb: string | null }[]) =>
  lines.map(({ thumb }) => thumb?.length ?? null)

describe('keepSmallThumbs', () => {
  test('default: everything while there is room', () => {
    const lines = [line(null), line(16_384), line(16_384), line(16_384), line(16_384)]
    expect(keepSmallThumbs(lines)).toEqual(lines)
  })

  test('behavior: what finds no room is left out, something smaller may still fit', () => {
    const lines = [line(65_000), line(1_000), line(500), line(36), line(1)]
    expect(lengths(keepSmallThumbs(lines))).toEqual([65_000, null, 500, 36, null])
  })

  test('property: no line is lost, and all pictures together have room', () => {
    const picture = fc.option(fc.integer({ min: 0, max: 16_384 }))
    fc.assert(
      fc.property(fc.array(picture, { maxLength: 50 }), (given) => {
        const kept = lengths(keepSmallThumbs(given.map(line)))
        expect(kept).toHaveLength(given.length)
        expect(kept.every((length, index) => length === null || length === given[index])).toBe(true)
        expect(kept.reduce<number>((sum, length) => sum + (length ?? 0), 0)).toBeLessThanOrEqual(
          65_536,
        )
      }),
      { numRuns: 100 },
    )
  })
})
