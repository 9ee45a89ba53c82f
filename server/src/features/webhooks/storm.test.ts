// @module-tag slow
import { expect, test } from 'vitest'
import { storm } from '../../../test/webhook-storm.js'

test('behavior: hostile receivers do not delay other receivers', async () => {
  const { p99Ms, worstRetryMs, grownBytes } = await storm({
    events: 300,
    hosts: 60,
    perSecond: 100,
  })
  // A receiver that hangs holds a slot for 5 s. `npm run chaos -- storm` measures the real limits.
  expect(p99Ms).toBeLessThan(4_000)
  expect(worstRetryMs).toBeLessThanOrEqual(3_000)
  expect(grownBytes).toBeLessThan(50 * 2 ** 20)
}, 120_000)
