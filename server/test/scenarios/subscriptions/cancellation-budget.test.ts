import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokeCanceled } from '../../../src/features/subscriptions/lifecycle/canceling/revoke-canceled.js'
import { DAY_MS, HOUR_MS } from '../../../src/lib/time.js'
import { nativeToken } from '../../../src/platform/chain/tokens.js'
import { type Charging, startCharging } from '../../fixtures/charging.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { aPlan, aSubscriber, type ShownPlan } from '../../fixtures/subscriber.js'

let charging: Charging
beforeAll(async () => {
  // Cancellations of subscriptions that were never charged may use 5 million, and a merchant a
  // tenth of it.
  charging = await startCharging({ RELAYER_DAILY_GAS: '100000000' })
}, 180_000)
afterAll(() => charging.close())

const revoke = () => revokeCanceled.run(charging.app.ctx, new AbortController().signal)

/** Subscribes new wallets, which cost nothing, and cancels. */
async function cancelMany(seller: Seller, { plan, count }: { plan: ShownPlan; count: number }) {
  for (let remainingCount = count; remainingCount > 0; remainingCount -= 1) {
    const subscriber = aSubscriber(charging.app)
    const subscriptionId = await subscriber.subscribe(plan)
    await cancel(seller, { id: subscriptionId, wallet: subscriber.wallet })
  }
}

async function cancel(seller: Seller, { id, wallet }: { id: string; wallet: string }) {
  const body = { subscriptionId: id, wallet }
  const { statusCode } = await seller.post('/api/subscriptions/cancel', body)
  expect(statusCode).toBe(200)
}

async function countSent({ wallet }: Seller): Promise<number> {
  const { rows } = await charging.app.ctx.db.query(
    'select 1 from subscriptions where merchant = $1 and revoke_transaction_id is not null',
    [wallet],
  )
  return rows.length
}

describe('cancellations of subscriptions that were never charged', { timeout: 120_000 }, () => {
  test('behavior: a merchant with many wallets does not keep those of others from being sent', {
    tags: 'slow',
  }, async () => {
    const dishonest = await aSeller(charging.app, { hasSplit: false })
    const honest = await aSeller(charging.app, { hasSplit: false })
    const [plan, honestPlan] = [await aPlan(dishonest), await aPlan(honest)]
    const charged = await charging.subscribe(honestPlan)
    await charging.charge()
    await cancelMany(dishonest, { plan, count: 25 })
    await cancelMany(honest, { plan: honestPlan, count: 3 })
    await cancel(honest, charged)
    await revoke()
    expect(await countSent(honest)).toBe(4)
    const sent = await countSent(dishonest)
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThan(25)
    await charging.settle()
    await revoke()
    // Its later cancellations wait for the next day.
    await charging.advance(HOUR_MS)
    await revoke()
    expect(await countSent(dishonest)).toBeLessThan(25)
  })
})

describe('a cancellation of a plan without canceler', { timeout: 120_000 }, () => {
  test('behavior: raises no alert, and is confirmed when the customer revokes the permission', async () => {
    const { ctx } = charging.app
    const seller = await aSeller(charging.app, { hasSplit: false })
    const subscribed = await charging.subscribe(await aPlan(seller))
    await ctx.db.query('update billing_plan_versions set canceler = $2 where merchant = $1', [
      seller.wallet,
      nativeToken,
    ])
    await cancel(seller, subscribed)
    await ctx.db.query(
      `update subscriptions set on_chain = 'confirmed', revoke_at = null, revoke_transaction_id = null
       where on_chain is not null and id <> $1`,
      [subscribed.id],
    )
    await revoke()
    await charging.advance(2 * HOUR_MS)
    await revoke()
    expect(await countSent(seller)).toBe(0)
    const alerts = ctx.alerts.list().map(({ name }) => name)
    expect(alerts).not.toContain('cancellations_delayed')
    await charging.revoke(subscribed.wallet, subscribed.permission)
    await charging.advance(DAY_MS)
    await revoke()
    const body = { subscriptionId: subscribed.id, wallet: subscribed.wallet }
    const repeatedResponse = await seller.post('/api/subscriptions/cancel', body)
    expect(repeatedResponse.json().subscription.onChain).toBe('confirmed')
  })
})
