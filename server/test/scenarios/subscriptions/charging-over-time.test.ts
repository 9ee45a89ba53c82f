// @module-tag slow
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/lib/time.js'
import { subscriptionCharger } from '../../../src/platform/chain/contracts.js'
import {
  type ChargingShops,
  chargeData,
  month,
  price,
  startChargingShops,
} from '../../fixtures/charging-shops.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { aPlan, type ShownPlan } from '../../fixtures/subscriber.js'

let charging: ChargingShops
let plain: Seller
let plainPlan: ShownPlan
beforeAll(async () => {
  charging = await startChargingShops()
  ;({ plain, plainPlan } = charging)
}, 60_000)
afterEach(() => charging.cancelAll())
afterAll(() => charging.close())

async function notificationsOf(subscriptionId: string) {
  const { rows } = await charging.app.ctx.db.query(
    'select kind, params, resolved_at from notifications where subject_id = $1',
    [subscriptionId],
  )
  return rows
}

describe('a subscription over time', () => {
  test('behavior: missed periods are skipped, and charges stay on the grid', async () => {
    const { id, wallet, permission } = await charging.subscribe(plainPlan)
    await charging.charge()
    await charging.advance(3 * month + DAY_MS)
    await charging.charge()
    await charging.charge()
    expect(await charging.balances(wallet)).toEqual([10n ** 12n - 2n * price])
    expect((await charging.charges(id)).map(({ period_index }) => period_index)).toEqual([0, 3])
    const { nextChargeAt } = await charging.show(id)
    expect(nextChargeAt).toBe(permission.start * 1_000 + 4 * month)
  })

  test('behavior: a batch that is mined a period late charges nothing for the skipped period', async () => {
    const { id, wallet } = await charging.subscribe(plainPlan)
    await charging.run()
    await charging.advance(month + HOUR_MS)
    await charging.settle()
    expect(await charging.balances(wallet)).toEqual([10n ** 12n])
    await charging.charge()
    await charging.charge()
    expect(await charging.balances(wallet)).toEqual([10n ** 12n - price])
    expect(await charging.charges(id)).toMatchObject([
      { period_index: 0, state: 'failed', failure_code: 'chain' },
      { period_index: 1, state: 'succeeded' },
    ])
    expect(await charging.show(id)).toMatchObject({ status: 'active' })
  })

  test('behavior: retries on days 1, 3, 5 and 7, then waits for the next period', async () => {
    const { id, wallet } = await charging.subscribe(plainPlan, { units: 0n })
    const outcomes: unknown[] = []
    for (let day = 0; day <= 9; day += 1) {
      await charging.run()
      const { status, failedAttempts } = await charging.show(id)
      outcomes.push([day, status, failedAttempts])
      await charging.advance(DAY_MS)
    }
    expect(outcomes).toEqual([
      [0, 'past_due', 1],
      [1, 'past_due', 2],
      [2, 'past_due', 2],
      [3, 'past_due', 3],
      [4, 'past_due', 3],
      [5, 'past_due', 4],
      [6, 'past_due', 4],
      [7, 'unpaid', 5],
      [8, 'unpaid', 5],
      [9, 'unpaid', 5],
    ])
    expect(await charging.charges(id)).toMatchObject([
      { state: 'failed', failure_code: 'balance', attempt: 5, receipt_id: null },
    ])
    const failures = await charging.eventsOf(id, 'subscription.charge_failed')
    expect(failures).toHaveLength(5)
    expect(failures.map(({ nextAttemptAt }) => nextAttemptAt === null)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ])

    expect(await notificationsOf(id)).toMatchObject([
      { kind: 'subscription_charge_failed', params: { reason: 'balance' }, resolved_at: null },
    ])

    await charging.mint(wallet, price)
    await charging.advance(month - 10 * DAY_MS + HOUR_MS)
    await charging.charge()
    expect(await charging.show(id)).toMatchObject({ status: 'active', failedAttempts: 0 })
    expect(await notificationsOf(id)).toMatchObject([{ resolved_at: expect.any(String) }])
  })

  test('behavior: is not charged for a period whose receipt was paid in another way', async () => {
    const shop = await aSeller(charging.app, { hasSplit: false })
    const { id, wallet } = await charging.subscribe(await aPlan(shop), { units: price })
    await charging.run()
    await charging.spend(wallet, 1n)
    await charging.settle()
    await charging.run()
    const [failed] = await charging.charges(id)
    const marked = await shop.act('/api/receipts/status', {
      receiptId: failed?.receipt_id,
      status: 'paid',
    })
    expect(marked.statusCode, marked.body).toBe(200)

    await charging.mint(wallet, price)
    await charging.advance(DAY_MS)
    await charging.charge()
    expect(await charging.balances(wallet)).toEqual([2n * price - 1n])
    expect(await charging.charges(id)).toMatchObject([{ period_index: 0, state: 'succeeded' }])
    expect(await charging.show(id)).toMatchObject({ status: 'active', failedAttempts: 0 })
  })

  test('behavior: is announced three days before a charge, with its risk', async () => {
    const [goodSubscriber, poor] = [
      await charging.subscribe(plainPlan),
      await charging.subscribe(plainPlan, { units: price }),
    ]
    await charging.charge()
    const kindsOf = async (id: string) => {
      const upcoming = await charging.eventsOf(id, 'subscription.charge_upcoming')
      const risky = await charging.eventsOf(id, 'subscription.charge_at_risk')
      return [upcoming.length, risky.map(({ failureCode }) => failureCode)]
    }
    expect(await kindsOf(goodSubscriber.id)).toEqual([0, []])
    await charging.advance(27 * DAY_MS + HOUR_MS)
    await charging.run()
    await charging.run()
    expect(await kindsOf(goodSubscriber.id)).toEqual([1, []])
    expect(await kindsOf(poor.id)).toEqual([1, ['balance']])
    await charging.cancel(poor.id, poor.wallet)
  })

  test('behavior: expires when its permission ends, also while it is paused', async () => {
    // The second period would last ten days, so it is not charged.
    const end = Math.floor(charging.app.ctx.now() / 1_000) + 40 * 86_400
    const { id } = await charging.subscribe(plainPlan, { end })
    const paused = await charging.subscribe(plainPlan, { end })
    await charging.charge()
    await plain.post('/api/subscriptions/pause', { subscriptionId: paused.id })
    await charging.advance(month + HOUR_MS)
    await charging.charge()
    expect(await charging.show(id)).toMatchObject({ status: 'active', nextChargeAt: null })
    await charging.advance(10 * DAY_MS)
    await charging.run()
    for (const subscriptionId of [id, paused.id]) {
      expect(await charging.show(subscriptionId)).toMatchObject({
        status: 'expired',
        nextChargeAt: null,
      })
      expect(await charging.eventsOf(subscriptionId, 'subscription.expired')).toMatchObject([
        { status: 'expired' },
      ])
    }
    expect(await charging.charges(id)).toHaveLength(1)
    expect(await charging.charges(paused.id)).toHaveLength(1)
  })

  test('behavior: a charge that is mined after the end of the permission fails as expired', async () => {
    const end = Math.floor(charging.app.ctx.now() / 1_000) + month / 1_000
    const { id, wallet } = await charging.subscribe(plainPlan, { end })
    await charging.run()
    await charging.advance(month + HOUR_MS)
    await charging.settle()
    await charging.run()
    expect(await charging.charges(id)).toMatchObject([{ state: 'failed', failure_code: 'expired' }])
    expect(await charging.show(id)).toMatchObject({ status: 'expired', nextChargeAt: null })
    expect(await charging.eventsOf(id, 'subscription.expired')).toHaveLength(1)
    expect(await charging.balances(wallet)).toEqual([10n ** 12n])
  })

  test('behavior: the receipt of a charge that was not made fails with its period or subscription', async () => {
    const shop = await aSeller(charging.app, { hasSplit: false })
    const ownPlan = await aPlan(shop)
    const [late, ended] = [
      await charging.subscribe(ownPlan, { units: price }),
      await charging.subscribe(ownPlan, { units: price }),
    ]
    await charging.run()
    for (const { wallet } of [late, ended]) await charging.spend(wallet, 1n)
    await charging.settle()
    await charging.run()
    const statusOf = async (id: string) =>
      (await charging.receiptsOf(id, shop)).map(({ status }) => status)
    expect([await statusOf(late.id), await statusOf(ended.id)]).toEqual([
      ['generated'],
      ['generated'],
    ])
    await charging.cancel(ended.id, ended.wallet, shop)
    await charging.run()
    expect([await statusOf(late.id), await statusOf(ended.id)]).toEqual([['generated'], ['failed']])

    // Another party can still charge the period.
    await charging.mint(ended.wallet, price)
    await charging.send(charging.buyer, subscriptionCharger.address, chargeData(ended))
    await charging.settle()
    expect(await statusOf(ended.id)).toEqual(['completed'])
    await charging.expectSettledBooks(shop)

    await charging.advance(month)
    await charging.run()
    expect(await statusOf(late.id)).toEqual(['failed'])
    expect(await charging.charges(late.id)).toMatchObject([
      { period_index: 0, state: 'failed', failure_code: 'balance' },
      { period_index: 1, state: 'open', receipt_id: null },
    ])
  })
})

describe('a subscription that ends', () => {
  test('behavior: leaves a receipt paid that was paid in cash', async () => {
    const shop = await aSeller(charging.app, { hasSplit: false })
    const { id, wallet } = await charging.subscribe(await aPlan(shop), { units: price })
    await charging.run()
    await charging.spend(wallet, 1n)
    await charging.settle()
    await charging.run()
    const [receipt] = await charging.receiptsOf(id, shop)
    await shop.act('/api/receipts/status', { receiptId: receipt.receiptId, status: 'paid' })
    await charging.cancel(id, wallet, shop)
    await charging.run()
    expect(await charging.charges(id)).toMatchObject([{ state: 'failed', failure_code: 'balance' }])
    expect(await charging.receiptsOf(id, shop)).toMatchObject([{ status: 'paid' }])
  })

  test('behavior: is not attempted after its permission was revoked', async () => {
    const { id, wallet, permission } = await charging.subscribe(plainPlan)
    await charging.charge()
    await charging.revoke(wallet, permission)
    await charging.advance(month)
    await charging.run()
    expect(await charging.show(id)).toMatchObject({ status: 'revoked', nextChargeAt: null })
    expect(await charging.eventsOf(id, 'subscription.revoked')).toMatchObject([
      { status: 'revoked' },
    ])
    // Nothing was planned.
    expect((await charging.charges(id)).at(-1)).toMatchObject({ receipt_id: null, attempt: 1 })
  })

  test('behavior: canceled before the charge is planned, it is not charged', async () => {
    const { id, wallet } = await charging.subscribe(plainPlan)
    expect((await charging.cancel(id, wallet)).statusCode).toBe(200)
    await charging.charge()
    expect(await charging.balances(wallet)).toEqual([10n ** 12n])
    expect(await charging.charges(id)).toEqual([])
  })

  test('behavior: canceled before its charge is signed, it is not charged', async () => {
    const shop = await aSeller(charging.app, { hasSplit: false })
    const { id, wallet } = await charging.subscribe(await aPlan(shop))
    await charging.run()
    await charging.cancel(id, wallet, shop)
    await charging.settle()
    await charging.run()
    expect(await charging.balances(wallet)).toEqual([10n ** 12n])
    expect(await charging.charges(id)).toMatchObject([{ state: 'failed', failure_code: 'chain' }])
    expect(await charging.receiptsOf(id, shop)).toMatchObject([{ status: 'failed' }])
    expect(await charging.show(id)).toMatchObject({
      status: 'canceled',
      lastChargeStatus: 'failed',
      lastChargeFailure: 'chain',
    })
    expect(await charging.eventsOf(id, 'subscription.charge_failed')).toEqual([])
  })

  test('behavior: canceled or paused before their batch is signed, they are not charged', async () => {
    const shop = await aSeller(charging.app, { hasSplit: false })
    const ownPlan = await aPlan(shop)
    const [canceled, paused, other] = [
      await charging.subscribe(ownPlan),
      await charging.subscribe(ownPlan),
      await charging.subscribe(ownPlan),
    ]
    await charging.run()
    await charging.cancel(canceled.id, canceled.wallet, shop)
    await shop.post('/api/subscriptions/pause', { subscriptionId: paused.id })
    await charging.charge()
    const all = [canceled.wallet, paused.wallet, other.wallet]
    expect(await charging.balances(...all)).toEqual([10n ** 12n, 10n ** 12n, 10n ** 12n - price])
    expect(await charging.charges(other.id)).toMatchObject([{ state: 'succeeded', attempt: 1 }])

    await shop.post('/api/subscriptions/resume', { subscriptionId: paused.id })
    await charging.charge()
    expect(await charging.balances(paused.wallet)).toEqual([10n ** 12n - price])
  })

  test('behavior: canceled while its charge is in flight, no later attempt follows', async () => {
    const [paid, unpaid] = [
      await charging.subscribe(plainPlan),
      await charging.subscribe(plainPlan, { units: price }),
    ]
    await charging.run()
    await charging.spend(unpaid.wallet, 1n)
    await charging.chain.call('evm_setAutomine', false)
    await charging.sender.runRound()
    for (const { id, wallet } of [paid, unpaid]) await charging.cancel(id, wallet)
    await charging.mine()
    await charging.chain.call('evm_setAutomine', true)
    await charging.settle()
    await charging.run()
    await charging.mint(unpaid.wallet, price)
    for (const ms of [DAY_MS, month]) {
      await charging.advance(ms)
      await charging.charge()
    }
    expect(await charging.balances(paid.wallet)).toEqual([10n ** 12n - price])
    expect(await charging.balances(unpaid.wallet)).toEqual([2n * price - 1n])
    expect(await charging.show(paid.id)).toMatchObject({ status: 'canceled' })
    expect(await charging.charges(unpaid.id)).toMatchObject([{ state: 'failed', attempt: 1 }])
  })
})
