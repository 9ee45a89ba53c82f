import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Charging, startCharging } from '../../../../test/fixtures/charging.js'
import { aSeller } from '../../../../test/fixtures/seller.js'
import { aPlan } from '../../../../test/fixtures/subscriber.js'
import type { Hash } from '../../../lib/hex.js'
import { findSubscription, insertSubscription } from '../subscription-store.js'

let charging: Charging
beforeAll(async () => {
  charging = await startCharging()
}, 60_000)
afterAll(() => charging.close())

/** Plans the charges of many subscriptions of one wallet, and returns how long it took. */
async function planMany(count: number): Promise<number> {
  const { ctx } = charging.app
  const plan = await aPlan(await aSeller(charging.app, { hasSplit: false }))
  const { id } = await charging.subscribe(plan)
  await charging.charge()
  const template = await findSubscription(ctx.db, id)
  if (!template) throw new Error('the subscription is gone')
  for (let index = 0; index < count; index += 1) {
    const permissionHash = `0x${randomBytes(32).toString('hex')}` as Hash
    const permission = { ...template.permission, salt: BigInt(index) }
    const due = { chargedPeriod: null, nextChargeAt: ctx.now(), dueAt: ctx.now() }
    const copy = { ...template, ...due, id: ctx.newId('sub'), permission, permissionHash }
    await insertSubscription(ctx.db, copy)
  }
  await ctx.db.query('analyze subscriptions')
  const startedAt = performance.now()
  const { planned } = await charging.run()
  const tookMs = performance.now() - startedAt
  expect(planned).toBe(count)
  return tookMs
}

describe('charging', () => {
  test('default: 10,000 due subscriptions take at most 11 times as long as 1,000', async () => {
    await planMany(100)
    const thousand = await planMany(1_000)
    const tenThousand = await planMany(10_000)
    expect(tenThousand).toBeLessThan(11 * thousand)
  }, 600_000)
})
