import { describe, expect, test } from 'vitest'
import { approach, layOutRows, type Range, rowAt, rowsInView, rowsPerFrame } from './windowing.js'

describe('layOutRows', () => {
  test('default: returns the top of each row and the height of all', () => {
    expect(layOutRows([32, 40, 40])).toEqual([0, 32, 72, 112])
    expect(layOutRows([])).toEqual([0])
  })
})

describe('rowAt', () => {
  test('default: finds the row at a distance, and the nearest beyond the ends', () => {
    const tops = layOutRows([32, 40, 40])
    expect([0, 31, 32, 71, 72, 500].map((distance) => rowAt(tops, distance))).toEqual([
      0, 0, 1, 1, 2, 2,
    ])
    expect(rowAt([0], 10)).toBe(0)
  })
})

describe('rowsInView', () => {
  const tops = layOutRows(Array.from({ length: 100_000 }, () => 40))

  test('default: mounts the rows in view and a few more', () => {
    const { start, end } = rowsInView(tops, { top: 40_000, height: 800 })
    expect(start).toBeLessThanOrEqual(1_000 - 6)
    expect(end).toBeGreaterThanOrEqual(1_000 + 20 + 6)
    expect(end - start).toBeLessThan(45)
  })

  test('behavior: stays within the list', () => {
    expect(rowsInView(tops, { top: -500, height: 800 }).start).toBe(0)
    expect(rowsInView(tops, { top: 4_000_000, height: 800 }).end).toBe(100_000)
    expect(rowsInView([0], { top: 0, height: 800 })).toEqual({ start: 0, end: 0 })
  })

  test('behavior: stays the same for a scroll of less than a row', () => {
    expect(rowsInView(tops, { top: 4_010, height: 800 })).toEqual(
      rowsInView(tops, { top: 4_030, height: 800 }),
    )
  })
})

describe('approach', () => {
  const size = ({ start, end }: Range) => end - start

  test.each([
    ['a jump down', { start: 0, end: 40 }, { start: 500, end: 540 }],
    ['a jump up', { start: 500, end: 540 }, { start: 100, end: 140 }],
    ['a jump to a short list', { start: 500, end: 540 }, { start: 0, end: 3 }],
    ['a scroll', { start: 0, end: 40 }, { start: 20, end: 60 }],
    ['a scroll up', { start: 20, end: 60 }, { start: 0, end: 40 }],
    ['an empty list', { start: 20, end: 60 }, { start: 0, end: 0 }],
  ])(
    'default: after %s, mounts a few rows per frame until all are there',
    (_name, from, target) => {
      let mounted: Range = from
      for (let frame = 0; frame < 8; frame += 1) {
        const next = approach(mounted, target)
        const kept = Math.min(mounted.end, next.end) - Math.max(mounted.start, next.start)
        expect(size(next) - Math.max(kept, 0)).toBeLessThanOrEqual(rowsPerFrame)
        mounted = next
      }
      expect(mounted).toEqual(target)
    },
  )

  test('behavior: a jump shows the rows in view first', () => {
    const tops = layOutRows(Array.from({ length: 1_000 }, () => 40))
    const target = rowsInView(tops, { top: 20_000, height: 800 })
    const { start, end } = approach({ start: 0, end: 40 }, target)
    expect(start).toBeLessThanOrEqual(500)
    expect(end).toBeGreaterThan(500)
  })
})
