// @module-tag slow
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkAnnouncedTransactions } from '../../../src/features/payments/find/announced/check-announced-transactions.js'
import { payoutRecords } from '../../../src/features/payouts/payout-records.js'
import { findSplit } from '../../../src/features/split/find-split.js'
import { classifyAttempts } from '../../../src/features/subscriptions/charging/attempt/classify-state.js'
import { chargeDue } from '../../../src/features/subscriptions/charging/due/charge-due.js'
import { selectAttempts } from '../../../src/features/subscriptions/charging/due/select-attempts.js'
import { listByRefs } from '../../../src/features/subscriptions/subscription-store.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/time.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import { subscriptionCharger } from '../../../src/platform/chain/contracts.js'
import { subscriptionChargerAbi as abi } from '../../../src/platform/chain/generated/subscription-charger.js'
import { type Charging, startCharging, toStruct } from '../../fixtures/charging.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { aPlan, type Permission } from '../../fixtures/subscriber.js'

let charging: Charging
beforeAll(async () => {
  charging = await startCharging()
}, 60_000)
afterAll(() => charging.close())

/** A shop whose subscribers have paid their first period, at the start of the second. */
async function aShop({ subscribers }: { subscribers: number }) {
  const shop = await aSeller(charging.app)
  const plan = await aPlan(shop)
  await charging.settle(4)
  const subscriptions = []
  for (let count = 0; count < subscribers; count += 1) {
    subscriptions.push(await charging.subscribe(plan))
  }
  await charging.charge()
  return { shop, subscriptions }
}

const nextPeriod = () => charging.advance(30 * DAY_MS + HOUR_MS)

/** Charges the second period of subscriptions in one transaction, which anyone may do. */
async function chargeAsThirdParty(permissions: readonly Permission[]): Promise<void> {
  const charges = permissions.map((permission) => {
    const periodStart = permission.start + 30 * 86_400
    const deadline = periodStart + 86_400
    return { permission: toStruct(permission), signature: '0x', periodStart, deadline } as const
  })
  const args = [charges, 250_000n] as const
  const data = encodeFunctionData({ abi, functionName: 'chargeBatch', args })
  await charging.send(charging.buyer, subscriptionCharger.address, data)
}

async function distribute({ wallet }: Seller): Promise<void> {
  const split = await findSplit(charging.app.ctx, wallet)
  if (!split) throw new Error('no split')
  const data = encodeFunctionData({
    abi: parseAbi(['function distribute(address token)']),
    args: [charging.usdc],
  })
  await charging.send(charging.buyer, split.address, data)
}

async function balanceOf({ wallet }: Seller, account: string): Promise<number> {
  const { rows } = await charging.app.ctx.db.query<{ units: string }>(
    `select coalesce(sum(units), 0) as units from ledger_entries where merchant = $1 and account = $2`,
    [wallet, account],
  )
  return Number(rows[0]?.units)
}

/**
 * Adopts charges, announces and settles. A crash may follow each of these steps. Returns custody
 * after each.
 */
async function adopt(shop: Seller): Promise<number[]> {
  const { ctx } = charging.app
  const steps = [
    () => charging.settle(6),
    () => charging.run(),
    () => checkAnnouncedTransactions(ctx, ctx.chain as Chain, payoutRecords),
    () => charging.settle(6),
  ]
  const custody: number[] = []
  for (const step of steps) {
    await step()
    custody.push(await balanceOf(shop, 'custody'))
  }
  return custody
}

describe('a charge by a third party', () => {
  test('default: custody is not negative between the steps that adopt it', async () => {
    const { shop, subscriptions } = await aShop({ subscribers: 1 })
    await nextPeriod()
    await chargeAsThirdParty(subscriptions.map(({ permission }) => permission))
    await distribute(shop)
    expect(await adopt(shop)).toEqual([0, 0, 0, 0])
    expect(await balanceOf(shop, 'customer_credit')).toBe(0)
  })

  test('behavior: all of a transaction are adopted, and those after a cancellation or pause are due a refund', async () => {
    const { shop, subscriptions } = await aShop({ subscribers: 4 })
    const [, pausedLater, paused, canceled] = subscriptions
    const pause = (subscriptionId: string | undefined) =>
      shop.post('/api/subscriptions/pause', { subscriptionId })
    await pause(paused?.id)
    await shop.post('/api/subscriptions/cancel', {
      subscriptionId: canceled?.id,
      wallet: canceled?.wallet,
    })
    await nextPeriod()
    await chargeAsThirdParty(subscriptions.map(({ permission }) => permission))
    await charging.advance(MINUTE_MS)
    await pause(pausedLater?.id)
    await distribute(shop)
    expect(await adopt(shop)).toEqual([0, 0, 0, 0])
    expect(await balanceOf(shop, 'customer_credit')).toBe(0)
    await charging.run()
    const dueReceipts = (await shop.get('/api/receipts?flag=refund_due')).json().receipts
    const expected = []
    for (const subscribed of [paused, canceled]) {
      const [, last] = await charging.charges(subscribed?.id ?? '')
      expected.push(last?.receipt_id)
    }
    const ids = dueReceipts.map(({ receiptId }: { receiptId: string }) => receiptId)
    expect(ids.toSorted()).toEqual(expected.toSorted())
  })

  test('behavior: made during a pause, it is due a refund although the merchant resumed before it was seen', async () => {
    const { shop, subscriptions } = await aShop({ subscribers: 2 })
    const [paused, resumedBefore] = subscriptions
    const change = (name: string, subscriptionId: string | undefined) =>
      shop.post(`/api/subscriptions/${name}`, { subscriptionId })
    await nextPeriod()
    for (const { id } of subscriptions) await change('pause', id)
    await charging.advance(MINUTE_MS)
    await change('resume', resumedBefore?.id)
    await charging.advance(MINUTE_MS)
    await chargeAsThirdParty(subscriptions.map(({ permission }) => permission))
    await charging.advance(MINUTE_MS)
    await change('resume', paused?.id)
    await adopt(shop)
    await charging.run()
    const dueReceipts = (await shop.get('/api/receipts?flag=refund_due')).json().receipts
    const [, last] = await charging.charges(paused?.id ?? '')
    expect(last).toMatchObject({ period_index: 1, state: 'succeeded' })
    expect(dueReceipts.map(({ receiptId }: { receiptId: string }) => receiptId)).toEqual([
      last?.receipt_id,
    ])
  })

  test('behavior: is booked after our own charge of the period was dropped or failed', async () => {
    const { shop, subscriptions } = await aShop({ subscribers: 3 })
    const [canceled, paused, short] = subscriptions
    if (!canceled || !paused || !short) throw new Error('no subscriptions')
    await charging.give(short.wallet, { units: 1n, allowance: 0n })
    await nextPeriod()
    // Gives each charge a receipt, and fails the one without money.
    await charging.run()
    const cancel = { subscriptionId: canceled.id, wallet: canceled.wallet }
    await shop.post('/api/subscriptions/cancel', cancel)
    await shop.post('/api/subscriptions/pause', { subscriptionId: paused.id })
    await charging.give(short.wallet, { units: 10n ** 12n, allowance: 10n ** 12n })
    await chargeAsThirdParty(subscriptions.map(({ permission }) => permission))
    await adopt(shop)
    await charging.run()
    const refundable: unknown[] = []
    for (const { id } of subscriptions) {
      const [, last] = await charging.charges(id)
      expect(last).toMatchObject({ period_index: 1, state: 'succeeded' })
      if (id !== short.id) refundable.push(last?.receipt_id)
    }
    const due = (await shop.get('/api/receipts?flag=refund_due')).json().receipts
    const ids = due.map(({ receiptId }: { receiptId: string }) => receiptId)
    expect(ids.toSorted()).toEqual(refundable.toSorted())
    const charged = await charging.events('subscription.charged')
    const announced = charged.filter(({ periodIndex }) => periodIndex === 1)
    expect(announced.map(({ receiptId }) => receiptId)).toEqual(expect.arrayContaining(refundable))
  })

  test('behavior: is adopted although a lagging node hid it while ours was planned', async () => {
    const { ctx } = charging.app
    const chain = ctx.chain as Chain
    const { shop, subscriptions } = await aShop({ subscribers: 1 })
    const [{ id, permission } = { id: '', permission: null }] = subscriptions
    await nextPeriod()
    const lagging = await createLagging(chain, { shop, id })
    if (permission) await chargeAsThirdParty([permission])
    // More blocks than the indexer reads again.
    await charging.mine(25)
    await charging.settle(6)

    await chargeDue(ctx, { chain: lagging, signal: new AbortController().signal })
    await charging.settle()
    await charging.mine(10)
    await charging.settle()
    await charging.advance(2 * MINUTE_MS)
    await charging.charge()
    expect((await charging.charges(id)).map(({ state }) => state)).toEqual([
      'succeeded',
      'succeeded',
    ])
    await nextPeriod()
    await charging.charge()
    expect((await charging.charges(id)).at(-1)).toMatchObject({
      period_index: 2,
      state: 'succeeded',
    })
  })
})

/** Returns a chain that reports the present state of a subscription's permission for good. */
async function createLagging(
  chain: Chain,
  { shop, id }: { shop: Seller; id: string },
): Promise<Chain> {
  const { ctx } = charging.app
  const cachedCalls = new Map<string, ReturnType<Chain['callMany']>>()
  const nameOf = (calls: Parameters<Chain['callMany']>[0]) => JSON.stringify(calls)
  const recording: Chain = {
    ...chain,
    callMany(calls) {
      const results = chain.callMany(calls)
      cachedCalls.set(nameOf(calls), results)
      return results
    },
  }
  const dueSubscriptions = await listByRefs(ctx.db, [{ merchant: shop.wallet, id }])
  await classifyAttempts(ctx, {
    chain: recording,
    attempts: await selectAttempts(ctx, { chain, subscriptions: dueSubscriptions }),
  })
  return { ...chain, callMany: (calls) => cachedCalls.get(nameOf(calls)) ?? chain.callMany(calls) }
}
