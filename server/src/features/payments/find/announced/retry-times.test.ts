import { describe, expect, test } from 'vitest'
import { unixMs } from '../../../../lib/time.js'
import { nextTryAt } from './retry-times.js'

describe('nextTryAt', () => {
  test.each([
    [1, 2_000],
    [2, 4_000],
    [3, 8_000],
    [9, 512_000],
    [10, 600_000],
    [2_000, 600_000],
  ])('default: after %i lookups it waits %i ms', (tries, delayMs) => {
    expect(nextTryAt({ tries, now: unixMs(5) })).toBe(5 + delayMs)
  })
})
