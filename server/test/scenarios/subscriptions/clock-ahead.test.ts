import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, toUnixSeconds, unixMs } from '../../../src/lib/time.js'
import { type Charging, startCharging } from '../../fixtures/charging.js'
import { aSeller } from '../../fixtures/seller.js'
import { aPlan } from '../../fixtures/subscriber.js'

let charging: Charging
beforeAll(async () => {
  charging = await startCharging()
}, 60_000)
afterAll(() => charging.close())

test('behavior: a clock that was ahead for a moment ends no subscription whose permission is valid on chain', async () => {
  const { ctx } = charging.app
  const shop = await aSeller(charging.app, { hasSplit: false })
  const plan = await aPlan(shop)
  const end = toUnixSeconds(unixMs(ctx.now() + 100 * DAY_MS))
  const { id } = await charging.subscribe(plan, { end })
  await charging.charge()
  expect(await charging.show(id)).toMatchObject({ status: 'active' })

  // Only the clock of the service is wrong, and the job runs once.
  ctx.clock.advance(101 * DAY_MS)
  await charging.run()
  ctx.clock.advance(-101 * DAY_MS)
  await charging.run()

  // A month later the next period is charged.
  await charging.advance(30 * DAY_MS + 60_000)
  await charging.charge()
  expect(await charging.show(id)).toMatchObject({ status: 'active' })
  expect(await charging.charges(id)).toHaveLength(2)
})
