import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findSubscription,
  insertSubscription,
} from '../../../src/features/subscriptions/subscription-store.js'
import { knownAddress } from '../../../src/lib/hex.js'
import { permissionHashOf } from '../../../src/platform/chain/permission-hash.js'
import { type Charging, startCharging } from '../../fixtures/charging.js'
import { aSeller } from '../../fixtures/seller.js'
import { aPlan } from '../../fixtures/subscriber.js'

let charging: Charging
beforeAll(async () => {
  charging = await startCharging()
}, 60_000)
afterAll(() => charging.close())

/**
 * Charges many subscriptions of one wallet. Returns how long planning took, and everything until
 * the last result.
 */
async function chargeMany(count: number): Promise<{ planningMs: number; totalMs: number }> {
  const { ctx } = charging.app
  const plan = await aPlan(await aSeller(charging.app, { hasSplit: false }))
  const { id, subscriber, body } = await charging.subscribe(plan)
  await charging.charge()
  const template = await findSubscription(ctx.db, id)
  if (!template) throw new Error('the subscription is gone')
  const { chainId, manager } = plan.permission
  for (let index = 0; index < count; index += 1) {
    const salt = BigInt(index)
    const permission = { ...template.permission, salt }
    const signed = { ...body.permissionData, salt: String(salt) }
    await insertSubscription(ctx.db, {
      ...template,
      id: ctx.newId('sub'),
      permission,
      permissionHash: permissionHashOf({ chainId, manager: knownAddress(manager) }, permission),
      signature: await subscriber.sign(plan, signed),
      chargedPeriod: null,
      nextChargeAt: ctx.now(),
      dueAt: ctx.now(),
    })
  }
  await ctx.db.query('analyze subscriptions')
  const startedAt = performance.now()
  const { planned } = await charging.run()
  const planningMs = performance.now() - startedAt
  expect(planned).toBe(count)
  let succeeded = 0
  while (succeeded < count) {
    await charging.sender.runRound()
    await charging.watch()
    const results = await charging.run()
    expect(results['failed']).toBe(0)
    succeeded += Number(results['succeeded'])
  }
  const totalMs = performance.now() - startedAt
  process.stdout.write(
    `${count} charges: planned in ${planningMs.toFixed()} ms, done in ${totalMs.toFixed()} ms\n`,
  )
  return { planningMs, totalMs }
}

describe('charging', () => {
  test('default: 10,000 due subscriptions take at most 11 times as long as 1,000', async () => {
    await chargeMany(100)
    const thousand = await chargeMany(1_000)
    const tenThousand = await chargeMany(10_000)
    expect(tenThousand.planningMs).toBeLessThan(11 * thousand.planningMs)
    expect(tenThousand.totalMs).toBeLessThan(11 * thousand.totalMs)
  }, 3_600_000)
})
