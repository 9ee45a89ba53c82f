// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getTrialBalance } from '../../../src/features/ledger/get-trial-balance.js'
import { checkAnnouncedTransactions } from '../../../src/features/payments/find/announced/check-announced-transactions.js'
import { payoutRecords } from '../../../src/features/payouts/payout-records.js'
import { chargeSubscriptions } from '../../../src/features/subscriptions/charging/attempt/charge-subscriptions.js'
import { adoptObserved } from '../../../src/features/subscriptions/charging/result/adopt-charge.js'
import { knownAddress } from '../../../src/lib/hex.js'
import { DAY_MS, HOUR_MS } from '../../../src/lib/time.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import { subscriptionCharger } from '../../../src/platform/chain/contracts.js'
import {
  type ChargingShops,
  chargeData,
  startChargingShops,
} from '../../fixtures/charging-shops.js'
import type { Seller } from '../../fixtures/seller.js'
import { aSubscriber, type ShownPlan } from '../../fixtures/subscriber.js'

let charging: ChargingShops
beforeAll(async () => {
  charging = await startChargingShops()
  // The first charge of a plan creates its spender.
  await charging.subscribe(charging.plan)
  await charging.subscribe(charging.plainPlan)
  await charging.charge()
}, 180_000)
afterAll(() => charging.close())

/** A customer who signed a permission, but did not send it to the service. */
async function anUnregistered(plan: ShownPlan) {
  const subscriber = aSubscriber(charging.app)
  const wallet = knownAddress(subscriber.wallet)
  await charging.give(wallet, { units: 10n ** 12n, allowance: 10n ** 12n })
  return { subscriber, permit: () => subscriber.bodyFor(plan) }
}

type Body = Awaited<ReturnType<Awaited<ReturnType<typeof anUnregistered>>['permit']>>

/** Charges the first period, as anyone who has the signature can. */
const charge = (body: Body) =>
  charging.send(
    charging.buyer,
    subscriptionCharger.address,
    chargeData({ permission: body.permissionData, body }),
  )

/** Runs the watcher and the job until a charge is booked. */
async function book(config = charging.app.ctx.config): Promise<void> {
  const ctx = { ...charging.app.ctx, config }
  const { signal } = new AbortController()
  await charging.settle(6)
  await chargeSubscriptions.run(ctx, signal)
  await checkAnnouncedTransactions(ctx, ctx.chain as Chain, payoutRecords)
  await charging.settle(6)
  await chargeSubscriptions.run(ctx, signal)
}

/** Allows a merchant to have this many unregistered charges booked in a day. */
function limitTo(count: number, { wallet }: Seller) {
  const { config } = charging.app.ctx
  const merchants = new Map([[wallet, { 'unregistered-charges': count }]])
  return { ...config, limits: { ...config.limits, merchants } } as typeof config
}

type ListedReceipt = { receiptId: string; totalUsd: number; status: string }

async function receiptsOf(seller: Seller): Promise<ListedReceipt[]> {
  return (await seller.get('/api/receipts?limit=100')).json().receipts
}

/** Lists the receipts that were added since. */
async function addedTo(seller: Seller, before: readonly ListedReceipt[]): Promise<ListedReceipt[]> {
  const ids = new Set(before.map(({ receiptId }) => receiptId))
  return (await receiptsOf(seller)).filter(({ receiptId }) => !ids.has(receiptId))
}

async function unitsOf({ wallet }: Seller, name: string): Promise<bigint> {
  const { accounts, isBalanced } = await getTrialBalance(charging.app.ctx, wallet)
  expect(isBalanced).toBe(true)
  const named = accounts.filter(({ account }) => account === name)
  return named.reduce((sum, { creditUnits, debitUnits }) => sum + creditUnits - debitUnits, 0n)
}

describe('a charge of a permission that was never registered', { timeout: 120_000 }, () => {
  test.each(['plain', 'seller'] as const)(
    'default: is a sale in the books of the merchant (%s), with an alert',
    async (name) => {
      const seller = charging[name]
      const before = await receiptsOf(seller)
      const fees = await unitsOf(seller, 'platform_fee')
      const { permit } = await anUnregistered(name === 'plain' ? charging.plainPlan : charging.plan)
      await charge(await permit())
      await book()
      const added = await addedTo(seller, before)
      expect(added).toMatchObject([{ totalUsd: 12.5 }])
      expect(['paid', 'completed', 'reconciled']).toContain(added[0]?.status)
      expect((await unitsOf(seller, 'platform_fee')) - fees).toBe(62_500n)
      expect(await unitsOf(seller, 'customer_credit')).toBe(0n)
      const alerts = charging.app.ctx.alerts.list().map((alert) => alert.name)
      expect(alerts).toContain('unregistered_charges')
    },
  )

  test('behavior: belongs to the subscription if the permission is registered later', async () => {
    const { subscriber, permit } = await anUnregistered(charging.plainPlan)
    const body = await permit()
    const before = await receiptsOf(charging.plain)
    await charge(body)
    await book()
    const booked = await addedTo(charging.plain, before)
    const created = await subscriber.create(body)
    const { subscriptionId } = created.json().subscription
    await book()
    const [first] = await charging.charges(subscriptionId)
    expect(first).toMatchObject({ state: 'succeeded', receipt_id: booked[0]?.receiptId })
    expect(await addedTo(charging.plain, before)).toHaveLength(1)
    const url = `/api/subscriptions/billing-events?subscriptionId=${subscriptionId}`
    const { billingEvents } = (await charging.plain.get(url)).json()
    expect(billingEvents).toMatchObject([{ status: 'succeeded', feeUsd: 0.0625 }])
  })

  test('behavior: that cannot be read does not delay the others', async () => {
    const { plain, app } = charging
    const chain = app.ctx.chain as Chain
    const { permit } = await anUnregistered(charging.plainPlan)
    for (let rounds = 2; rounds > 0; rounds -= 1) await charge(await permit())
    await charging.settle(6)
    const before = await receiptsOf(plain)
    let unreadable: string | null = null
    const failing: Chain = {
      ...chain,
      findTransaction(hash) {
        unreadable ??= hash
        if (hash === unreadable) throw new Error('the node answered with an error')
        return chain.findTransaction(hash)
      },
    }
    const { signal } = new AbortController()
    await adoptObserved({ ...app.ctx, chain: failing }, { chain: failing, signal })
    expect(await addedTo(plain, before)).toHaveLength(1)
    await book()
    expect(await addedTo(plain, before)).toHaveLength(2)
  })

  test('behavior: a day books a limited number, and the next day the others', async () => {
    const { plain, app } = charging
    await charging.advance(DAY_MS + HOUR_MS)
    const { permit } = await anUnregistered(charging.plainPlan)
    for (let rounds = 5; rounds > 0; rounds -= 1) await charge(await permit())
    const config = limitTo(2, plain)
    const before = (await receiptsOf(plain)).length
    const counts: number[] = []
    for (let day = 0; day < 3; day += 1) {
      await book(config)
      await book(config)
      counts.push((await receiptsOf(plain)).length - before)
      const { rows } = await app.ctx.db.query('select 1 from observed_charges')
      expect(rows).toEqual([])
      await charging.advance(DAY_MS + HOUR_MS)
    }
    expect(counts).toEqual([2, 4, 5])
    expect(await unitsOf(plain, 'customer_credit')).toBe(0n)
  })
})
