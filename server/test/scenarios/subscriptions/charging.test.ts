// @module-tag slow
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getTrialBalance } from '../../../src/features/ledger/get-trial-balance.js'
import { knownAddress } from '../../../src/lib/hex.js'
import { HOUR_MS } from '../../../src/lib/time.js'
import { subscriptionCharger } from '../../../src/platform/chain/contracts.js'
import { sandboxPlatformWallet } from '../../../src/platform/config/sandbox-secrets.js'
import {
  type ChargingShops,
  chargeData,
  month,
  price,
  startChargingShops,
} from '../../fixtures/charging-shops.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { aPlan, type ShownPlan } from '../../fixtures/subscriber.js'

const platform = knownAddress(sandboxPlatformWallet)

let charging: ChargingShops
let seller: Seller
let plan: ShownPlan
let plain: Seller
let plainPlan: ShownPlan
beforeAll(async () => {
  charging = await startChargingShops()
  ;({ seller, plan, plain, plainPlan } = charging)
}, 60_000)
afterEach(() => charging.cancelAll())
afterAll(() => charging.close())

describe('a charge', () => {
  test('default: through a split pays its recipients, and the receipt', async () => {
    const { id, wallet } = await charging.subscribe(plan, { units: 20_000_000n })
    const gained = await charging.gains([seller.wallet, platform, wallet], () => charging.charge())
    expect(gained).toEqual([12_437_500n, 62_500n, -price])
    const shown = await charging.show(id)
    expect(shown).toMatchObject({
      status: 'active',
      lastChargeStatus: 'succeeded',
      lastChargeFailure: null,
    })
    const receipts = await charging.receiptsOf(id, seller)
    expect(receipts).toHaveLength(1)
    expect(receipts[0]).toMatchObject({ status: 'completed', totalUsd: 12.5 })
    await charging.expectSettledBooks(seller)
    const [event] = await charging.eventsOf(id, 'subscription.charged')
    expect(event).toMatchObject({ periodIndex: 0, attempt: 1, amountUsd: 12.5, status: 'active' })
  })

  test('behavior: waits while the merchant is suspended, which is no failure', async () => {
    const newSeller = await aSeller(charging.app, { hasSplit: false })
    const ownPlan = await aPlan(newSeller)
    const setSuspended = (at: number | null) =>
      charging.app.ctx.db.query('update merchants set suspended_at = $2 where wallet = $1', [
        newSeller.wallet,
        at,
      ])
    const { id, body, wallet } = await charging.subscribe(ownPlan)
    await setSuspended(1)
    await charging.charge()
    const forced = await charging.app.inject({
      method: 'POST',
      url: '/api/subscriptions/charge',
      headers: { 'x-cron-secret': charging.app.ctx.config.cronSecret },
      payload: { subscriptionId: id, force: true },
    })
    expect(forced.json()).toMatchObject({ skipped: true, status: null })
    expect(await charging.charges(id)).toEqual([])
    expect(await charging.show(id)).toMatchObject({ status: 'active', failedAttempts: 0 })
    const plans = `/api/subscriptions/plans?wallet=${newSeller.wallet}`
    expect((await charging.app.inject(plans)).json().plans).toEqual([])
    expect((await newSeller.get(plans)).json().plans).toHaveLength(1)
    const another = await charging.subscribe(plan)
    const refused = await another.subscriber.create(await another.subscriber.bodyFor(ownPlan))
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'merchant_suspended'])
    const repeated = await another.subscriber.create(body)
    expect(repeated.statusCode).toBe(201)

    await charging.advance(month)
    await charging.charge()
    const alerts = charging.app.ctx.alerts.list().map(({ name }) => name)
    expect(alerts).not.toContain('charges_delayed')
    await setSuspended(null)
    await charging.charge()
    expect(await charging.charges(id)).toMatchObject([{ period_index: 1, state: 'succeeded' }])
    expect(await charging.balanceOf('USDC', wallet)).toBe(10n ** 12n - price)
  })

  test('default: to a wallet pays the fee on chain, and its books balance', async () => {
    const { id, wallet } = await charging.subscribe(plainPlan)
    const gained = await charging.gains([plain.wallet, platform, wallet], () => charging.charge())
    expect(gained).toEqual([12_437_500n, 62_500n, -price])
    const [receipt] = await charging.receiptsOf(id, plain)
    expect(receipt).toMatchObject({ status: 'completed', totalUsd: 12.5 })
    await charging.expectSettledBooks(plain)
    const { accounts } = await getTrialBalance(charging.app.ctx, plain.wallet)
    const worth = new Map(accounts.map(({ account, usdMicros }) => [account, usdMicros]))
    expect(worth.get('platform_fee')).toBe(-62_500n)
    expect(worth.get('sales')).toBe(-price)
    const report = (await plain.get('/api/reports/settlement?format=json')).json()
    expect(report.rows).toMatchObject([{ receiptId: receipt.receiptId, total: 12.5, net: 12.5 }])
    expect(report.receivedNotSold.rows).toEqual([])
  })

  test('behavior: the page of its receipt offers no payment', async () => {
    const { id } = await charging.subscribe(plainPlan, { units: 0n })
    await charging.mint(knownAddress((await charging.show(id)).customerWallet), price)
    await charging.run()
    const [receipt] = await charging.receiptsOf(id, plain)
    const page = (await charging.app.inject(`/api/portal/${receipt.receiptId}`)).json()
    const none = { options: [], isAutomatic: true, gasless: null, depositAddress: '' }
    expect(page.payment).toMatchObject(none)
    const { nextChargeAt } = await charging.show(id)
    expect(page.subscription).toEqual({ nextChargeAt })
    const { receiptId } = receipt
    const played = await plain.post('/api/sandbox/pay', { receiptId, scenario: 'exact' })
    expect([played.statusCode, played.json().error]).toEqual([409, 'conflict'])
    await charging.charge()
    expect((await charging.receiptsOf(id, plain))[0]).toMatchObject({ status: 'completed' })
  })

  test('behavior: runs at once and again charge nothing twice', async () => {
    const all = await charging.subscribeAll([plainPlan, plainPlan, plainPlan])
    await Promise.all([charging.run(), charging.run(), charging.run()])
    await charging.run()
    await charging.settle()
    await Promise.all([charging.run(), charging.run()])
    await charging.charge()
    for (const { id, wallet } of all) {
      expect(await charging.balances(wallet)).toEqual([10n ** 12n - price])
      expect(await charging.charges(id)).toMatchObject([{ state: 'succeeded', attempt: 1 }])
      expect(await charging.receiptsOf(id, plain)).toHaveLength(1)
    }
  })

  test('behavior: failures in a batch do not affect the others', async () => {
    const first = await charging.subscribe(plainPlan)
    const poor = await charging.subscribe(plainPlan, { allowance: 1n })
    const moved = await charging.subscribe(plainPlan, { units: price })
    const revoked = await charging.subscribe(plainPlan)
    const last = await charging.subscribe(plainPlan)
    await charging.run()
    // The batch is planned, but not signed.
    await charging.spend(moved.wallet, 1n)
    await charging.revoke(revoked.wallet, revoked.permission)
    await charging.settle()
    await charging.run()
    const codes = await Promise.all(
      [first, poor, moved, revoked, last].map(async ({ id }) => (await charging.charges(id))[0]),
    )
    expect(codes).toMatchObject([
      { state: 'succeeded' },
      { state: 'open', failure_code: 'allowance', receipt_id: null },
      { state: 'open', failure_code: 'balance' },
      { state: 'failed', failure_code: 'revoked' },
      { state: 'succeeded' },
    ])
    expect(await charging.show(revoked.id)).toMatchObject({ status: 'revoked', nextChargeAt: null })
    expect(await charging.show(poor.id)).toMatchObject({ status: 'past_due', failedAttempts: 1 })
    await charging.expectSettledBooks(plain)
  })

  test('behavior: after a reorganization the receipt is unpaid until the charge is back', async () => {
    const { id, wallet } = await charging.subscribe(plainPlan)
    await charging.charge()
    await charging.chain.call('anvil_reorg', 1, [])
    await charging.watch()
    await charging.run()
    expect((await charging.receiptsOf(id, plain))[0]).toMatchObject({ status: 'generated' })
    expect(await charging.charges(id)).toMatchObject([{ state: 'submitted' }])
    await charging.expectSettledBooks(plain)
    // Another transaction makes the sender look at the chain, which a running sender does at once.
    await charging.subscribe(plainPlan)
    await charging.charge()
    await charging.charge()
    expect((await charging.receiptsOf(id, plain))[0]).toMatchObject({ status: 'completed' })
    expect(await charging.charges(id)).toMatchObject([{ state: 'succeeded', attempt: 1 }])
    expect(await charging.balances(wallet)).toEqual([10n ** 12n - price])
    expect(await charging.eventsOf(id, 'subscription.charged')).toHaveLength(1)
    await charging.expectSettledBooks(plain)
  })
})

describe('a charge that the service did not see or make', () => {
  test('behavior: a charge that a third party triggers is credited', async () => {
    const subscribed = await charging.subscribe(plan)
    const { id, wallet } = subscribed
    await charging.charge()
    await charging.advance(month + HOUR_MS)
    const data = chargeData({ ...subscribed, signature: '0x', index: 1 })
    await charging.send(charging.buyer, subscriptionCharger.address, data)
    await charging.settle()
    await charging.charge()
    await charging.charge()
    expect(await charging.balances(wallet)).toEqual([10n ** 12n - 2n * price])
    expect(await charging.charges(id)).toMatchObject([
      { state: 'succeeded' },
      { period_index: 1, state: 'succeeded' },
    ])
    const receipts = await charging.receiptsOf(id, seller)
    expect(receipts.map(({ status }) => status)).toEqual(['reconciled', 'completed'])
    await charging.expectSettledBooks(seller)
  })

  test('behavior: a charge that the watcher missed is credited', async () => {
    const { id } = await charging.subscribe(plainPlan)
    await charging.run()
    const { db } = charging.app.ctx
    const { rows } = await db.query<{ charge_key: string; receipt_id: string }>(
      'select charge_key, receipt_id from subscription_charges where subscription_id = $1',
      [id],
    )
    const [charge] = rows
    const rename = (from?: string, to?: string) =>
      db.query('update charge_receipts set charge_key = $2 where charge_key = $1', [from, to])
    await rename(charge?.charge_key, 'unknown')
    await charging.settle()
    await rename('unknown', charge?.charge_key)
    await charging.run()
    expect(await charging.charges(id)).toMatchObject([{ state: 'submitted' }])
    await charging.mine(30)
    await charging.advance(2 * 60_000)
    await charging.charge()
    await charging.charge()
    expect(await charging.charges(id)).toMatchObject([{ state: 'succeeded' }])
    expect((await charging.receiptsOf(id, plain))[0]).toMatchObject({
      status: expect.stringMatching(/completed|reconciled/),
    })
    await charging.expectSettledBooks(plain)
  })
})

describe('a batch that fails as a whole', () => {
  test('behavior: is divided', async () => {
    const newSeller = await aSeller(charging.app, { hasSplit: false })
    const [coffee, tea] = [await aPlan(newSeller), await aPlan(newSeller, { name: 'Tea club' })]
    const all = await charging.subscribeAll([coffee, coffee, tea, coffee])
    await charging.charge()
    await charging.advance(month + HOUR_MS)
    await charging.run()
    // The simulation of the whole batch reverts without this contract.
    await charging.chain.call('anvil_setCode', tea.permission.spender, '0x')
    await charging.chain.call('anvil_setNonce', tea.permission.spender, '0x0')
    for (let round = 0; round < 3; round += 1) await charging.charge()
    for (const { id, wallet } of all) {
      expect(await charging.balances(wallet)).toEqual([10n ** 12n - 2n * price])
      expect((await charging.charges(id)).at(-1)).toMatchObject({ state: 'succeeded', attempt: 1 })
    }
  })

  test('behavior: loses no charge when dividing it fails in the middle and is repeated', async () => {
    const newSeller = await aSeller(charging.app, { hasSplit: false })
    const [coffee, tea] = [await aPlan(newSeller), await aPlan(newSeller, { name: 'Tea club' })]
    const all = await charging.subscribeAll([coffee, tea])
    await charging.charge()
    await charging.advance(month + HOUR_MS)
    await charging.run()
    await charging.chain.call('anvil_setCode', tea.permission.spender, '0x')
    await charging.chain.call('anvil_setNonce', tea.permission.spender, '0x0')
    await charging.settle()
    await failSecondUpdate(all.map(({ id }) => id))
    await expect(charging.run()).rejects.toThrow('the second update fails')
    for (let round = 0; round < 3; round += 1) await charging.charge()
    for (const { id, wallet } of all) {
      expect(await charging.balances(wallet)).toEqual([10n ** 12n - 2n * price])
      expect((await charging.charges(id)).at(-1)).toMatchObject({ state: 'succeeded', attempt: 1 })
    }
  })
})

/** Makes the second update of a charge of these subscriptions fail, once. */
async function failSecondUpdate(ids: readonly string[]): Promise<void> {
  const { db } = charging.app.ctx
  await db.query('create sequence updates')
  await db.query(
    `create function count_update() returns trigger language plpgsql as $$ begin
       if nextval('updates') = 2 then raise exception 'the second update fails'; end if;
       return new;
     end $$`,
  )
  await db.query(
    `create trigger count_updates before update on subscription_charges
     for each row when (new.subscription_id in ('${ids.join("', '")}'))
     execute function count_update()`,
  )
}
