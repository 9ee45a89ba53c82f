import { describe, expect, test } from 'vitest'
import { layOutRows, rowAt, rowsInView } from './windowing.js'

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
