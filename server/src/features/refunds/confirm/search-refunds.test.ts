import { describe, expect, test } from 'vitest'
import { HOUR_MS, unixMs } from '../../../lib/time.js'
import { nextSearchAt } from './search-refunds.js'

describe('nextSearchAt', () => {
  test('default: waits twice as long each time, up to an hour', () => {
    const at = (searches: number) => nextSearchAt({ searches, now: unixMs(5) })
    expect([1, 2, 3, 9].map(at)).toEqual([10_005, 20_005, 40_005, 2_560_005])
    expect([10, 500].map(at)).toEqual([HOUR_MS + 5, HOUR_MS + 5])
  })
})
