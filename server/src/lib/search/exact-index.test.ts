import { describe, expect, test } from 'vitest'
import { createExactIndex } from './exact-index.js'

describe('createExactIndex', () => {
  test('default', () => {
    const index = createExactIndex()
    for (let slot = 0; slot < 200; slot += 1) index.add(slot, [slot % 3 === 0 ? 'third' : 'other'])
    const marks = new Uint8Array(200)
    index.mark('third', marks)
    expect(marks.filter((mark) => mark === 1)).toHaveLength(67)
    expect([marks[0], marks[1], marks[198]]).toEqual([1, 0, 1])
  })

  test('behavior: marks nothing for an unknown or partial term', () => {
    const index = createExactIndex()
    index.add(0, ['third'])
    const marks = new Uint8Array(1)
    index.mark('thir', marks)
    index.mark('', marks)
    expect(marks[0]).toBe(0)
  })

  test('behavior: ignores new terms above the maximum', () => {
    const index = createExactIndex({ maxTerms: 1 })
    index.add(0, ['a'])
    index.add(1, ['b', 'a'])
    const marks = new Uint8Array(2)
    index.mark('b', marks)
    expect([...marks]).toEqual([0, 0])
    index.mark('a', marks)
    expect([...marks]).toEqual([1, 1])
    expect(index.weight()).toBeGreaterThan(0)
  })
})
