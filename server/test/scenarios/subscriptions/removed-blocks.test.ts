// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chargeSubscriptions } from '../../../src/features/subscriptions/charging/attempt/charge-subscriptions.js'
import { revokeCanceled } from '../../../src/features/subscriptions/lifecycle/canceling/revoke-canceled.js'
import { HOUR_MS } from '../../../src/lib/time.js'
import { subscriptionCharger } from '../../../src/platform/chain/contracts.js'
import {
  type ChargingShops,
  chargeData,
  month,
  startChargingShops,
} from '../../fixtures/charging-shops.js'

let charging: ChargingShops
beforeAll(async () => {
  charging = await startChargingShops()
}, 180_000)
afterAll(() => charging.close())

const signal = new AbortController().signal
const removeBlocks = (count: number) => charging.chain.call('anvil_reorg', count, [])
const statesOf = async (id: string) => (await charging.charges(id)).map(({ state }) => state)
const statusOf = async (id: string) => (await charging.show(id)).status

/** A subscriber who has paid the first period, at the start of the second. */
async function aRenewal() {
  const subscribed = await charging.subscribe(charging.plainPlan)
  await charging.charge()
  await charging.advance(month + HOUR_MS)
  return subscribed
}

describe('a revoked permission', { timeout: 120_000 }, () => {
  test('default: ends the subscription only with enough confirmations', async () => {
    const { ctx } = charging.app
    const config = { ...ctx.config, confirmations: 3 }
    const { id, wallet, permission } = await aRenewal()
    await charging.revoke(wallet, permission)
    await chargeSubscriptions.run({ ...ctx, config }, signal)
    expect(await statusOf(id)).toBe('active')
    await removeBlocks(1)
    await charging.advance(HOUR_MS)
    await charging.charge()
    expect([await statusOf(id), await statesOf(id)]).toEqual(['active', ['succeeded', 'succeeded']])
    await charging.advance(month)
    await charging.revoke(wallet, permission)
    await charging.mine(2)
    await chargeSubscriptions.run({ ...ctx, config }, signal)
    expect(await statusOf(id)).toBe('revoked')
  })

  test('behavior: a subscription is active again after a reorganization removed it', async () => {
    const { id, wallet, permission } = await aRenewal()
    await charging.revoke(wallet, permission)
    await charging.run()
    expect(await statusOf(id)).toBe('revoked')
    await removeBlocks(1)
    await charging.advance(HOUR_MS)
    await revokeCanceled.run(charging.app.ctx, signal)
    expect(await statusOf(id)).toBe('active')
    const events = await charging.eventsOf(id, 'subscription.resumed')
    expect(events).toMatchObject([{ status: 'active' }])
    await charging.charge()
    expect(await statesOf(id)).toEqual(['succeeded', 'succeeded'])
  })

  test('behavior: a subscription that was paused is paused again, and not charged', async () => {
    const { ctx } = charging.app
    const { id, wallet, permission } = await aRenewal()
    await charging.revoke(wallet, permission)
    await charging.run()
    expect(await statusOf(id)).toBe('revoked')
    // The merchant paused it while the charge that found the revocation was in flight.
    await ctx.db.query('update subscriptions set paused_at = $2 where id = $1', [id, ctx.now()])
    await removeBlocks(1)
    await charging.advance(HOUR_MS)
    await revokeCanceled.run(ctx, signal)
    expect(await statusOf(id)).toBe('paused')
    await charging.charge()
    expect(await statesOf(id)).toEqual(['succeeded', 'failed'])
  })
})

describe('a charge of a third party that a reorganization removes', { timeout: 120_000 }, () => {
  test('behavior: fails for a canceled subscription, with its receipt', async () => {
    const subscribed = await aRenewal()
    const { id, wallet } = subscribed
    await charging.cancel(id, wallet)
    const data = chargeData({ ...subscribed, signature: '0x', index: 1 })
    await charging.send(charging.buyer, subscriptionCharger.address, data)
    await charging.watch()
    await charging.run()
    expect(await statesOf(id)).toEqual(['succeeded', 'submitted'])
    await removeBlocks(1)
    await charging.settle(6)
    await charging.advance(2 * HOUR_MS)
    await charging.run()
    expect(await statesOf(id)).toEqual(['succeeded', 'failed'])
    const [, receipt] = await charging.receiptsOf(id, charging.plain)
    expect(receipt).toMatchObject({ status: 'failed' })
    const url = `/api/subscriptions/billing-events?subscriptionId=${id}&status=pending`
    expect((await charging.plain.get(url)).json().billingEvents).toEqual([])
  })
})
