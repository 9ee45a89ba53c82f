import { describe, expect, test } from 'vitest'
import { findGap } from './find-gap.js'

const log = (...seqs: number[]) => seqs.map((seq) => ({ seq }))

describe('findGap', () => {
  test('default: a complete log has none', () => {
    expect(findGap(log(3, 2, 1))).toBe(null)
    expect(findGap([])).toBe(null)
  })

  test('behavior: names the first missing entry', () => {
    expect(findGap(log(4, 3, 1))).toBe(2)
    expect(findGap(log(3, 2))).toBe(1)
  })
})
