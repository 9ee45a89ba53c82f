import { expect, test } from 'vitest'
import { print } from '../../../test/measure.js'
import { storm } from '../../../test/webhook-storm.js'

test('behavior: hostile receivers of a fifth of 5,000 events do not delay the rest', async () => {
  const { healthy, failed, p99Ms, worstRetryMs, grownBytes } = await storm({
    events: 5_000,
    hosts: 450,
    perSecond: 200,
  })
  print(
    `${healthy} delivered, p99 ${p99Ms} ms; retries off by ${worstRetryMs} ms; ${failed} failed; heap grown by ${(grownBytes / 2 ** 20).toFixed(1)} MiB`,
  )
  expect(p99Ms).toBeLessThan(1_000)
  expect(worstRetryMs).toBeLessThanOrEqual(300)
  expect(grownBytes).toBeLessThan(50 * 2 ** 20)
})
