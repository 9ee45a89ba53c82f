import { expect, test } from 'vitest'
import { measureDrain } from '../../../bench/measure-drain.js'
import { openService } from '../../../bench/open-service.js'
import { median, print } from '../../../test/measure.js'

test('behavior: drains 10,000 pending deliveries at 0.4 or more of the speed of a bare loop', async () => {
  const service = await openService({ SANDBOX_CHAIN: 'off' })
  const results = await measureDrain(service.db, { deliveries: 10_000, rounds: 5 })
  const ratios = results.map(({ bareMs, drainMs }) => bareMs / drainMs)
  for (const { bareMs, drainMs } of results) {
    print(
      `bare ${bareMs.toFixed(0)} ms, drain ${drainMs.toFixed(0)} ms, ${(bareMs / drainMs).toFixed(2)}`,
    )
  }
  await service.stop()
  expect(median(ratios)).toBeGreaterThanOrEqual(0.4)
}, 300_000)
