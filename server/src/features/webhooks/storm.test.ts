import { expect, test } from 'vitest'
import { storm } from '../../../test/webhook-storm.js'

test('receivers that misbehave hold back nobody else', async () => {
  const { p99Ms, worstRetryMs, grownBytes } = await storm({
    events: 500,
    hosts: 90,
    perSecond: 150,
  })
  expect(p99Ms).toBeLessThan(1_000)
  expect(worstRetryMs).toBeLessThanOrEqual(300)
  expect(grownBytes).toBeLessThan(50 * 2 ** 20)
}, 120_000)
