import { encodeFunctionData } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Charging, startCharging, toStruct } from '../../../../test/fixtures/charging.js'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { aPlan, type ShownPlan } from '../../../../test/fixtures/subscriber.js'
import { knownAddress } from '../../../lib/hex.js'
import { DAY_MS, HOUR_MS } from '../../../lib/time.js'
import type { Hex } from '../../../platform/chain/chain.js'
import { subscriptionCharger } from '../../../platform/chain/contracts.js'
import { subscriptionChargerAbi } from '../../../platform/chain/generated/subscription-charger.js'
import { sandboxPlatformWallet } from '../../../platform/config/sandbox-wallets.js'
import { getTrialBalance } from '../../ledger/get-trial-balance.js'

const month = 30 * DAY_MS
const price = 12_500_000n
const platform = knownAddress(sandboxPlatformWallet)

let charging: Charging
let seller: Seller
let plan: ShownPlan
/** A shop without a split, whose charges pay the fee themselves. */
let plain: Seller
let plainPlan: ShownPlan
beforeAll(async () => {
  charging = await startCharging()
  seller = await aSeller(charging.app)
  plan = await aPlan(seller)
  plain = await aSeller(charging.app, { hasSplit: false })
  plainPlan = await aPlan(plain)
  await charging.settle(4)
}, 60_000)
// Later tests must not charge them.
afterEach(() =>
  charging.app.ctx.db.query(
    "update subscriptions set status = 'canceled', next_charge_at = null, due_at = null",
  ),
)
afterAll(() => charging.close())

async function receiptsOf(id: string, by: Seller) {
  const charges = await charging.charges(id)
  const ids = charges.flatMap(({ receipt_id }) => receipt_id ?? [])
  return Promise.all(ids.map(async (one) => (await by.get(`/api/receipts/${one}`)).json()))
}
const balances = (...owners: `0x${string}`[]) =>
  Promise.all(owners.map((owner) => charging.balanceOf('USDC', knownAddress(owner))))
const cancel = (id: string, wallet: string, by = plain) =>
  by.post('/api/subscriptions/cancel', { subscriptionId: id, wallet })

async function gains(owners: `0x${string}`[], work: () => Promise<unknown>): Promise<bigint[]> {
  const before = await balances(...owners)
  await work()
  return (await balances(...owners)).map((units, index) => units - (before[index] ?? 0n))
}

async function subscribeAll(plans: ShownPlan[]) {
  const all: Awaited<ReturnType<typeof charging.subscribe>>[] = []
  for (const one of plans) all.push(await charging.subscribe(one))
  return all
}

const eventsOf = async (id: string, kind: string) =>
  (await charging.events(kind)).filter(({ subscriptionId }) => subscriptionId === id)

/** Encodes the charge of a period, as any party can send it. */
function chargeData({
  permission,
  body,
  signature = body.permissionSignature,
  index = 0,
}: Pick<Awaited<ReturnType<typeof charging.subscribe>>, 'permission' | 'body'> & {
  signature?: Hex
  index?: number
}): Hex {
  const periodStart = permission.start + index * 30 * 86_400
  const deadline = periodStart + 86_400
  const charge = { permission: toStruct(permission), signature, periodStart, deadline }
  const functionName = 'charge'
  return encodeFunctionData({ abi: subscriptionChargerAbi, functionName, args: [charge] })
}

/** Requires balanced books without money in custody. */
async function expectSettledBooks(by: Seller): Promise<void> {
  const { accounts, isBalanced } = await getTrialBalance(charging.app.ctx, by.wallet)
  expect(isBalanced).toBe(true)
  for (const { account, debitUnits, creditUnits, usdMicros } of accounts) {
    const isOpen = account === 'custody' || account.startsWith('due:')
    if (isOpen || account === 'customer_credit') {
      expect([account, debitUnits - creditUnits, usdMicros]).toEqual([account, 0n, 0n])
    }
  }
}

describe('a charge', () => {
  test('default: through a split pays its recipients, and the receipt', async () => {
    const { id, wallet } = await charging.subscribe(plan, { units: 20_000_000n })
    const gained = await gains([seller.wallet, platform, wallet], () => charging.charge())
    expect(gained).toEqual([12_437_500n, 62_500n, -price])
    const shown = await charging.show(id)
    expect(shown).toMatchObject({ status: 'active', lastChargeStatus: 'succeeded' })
    const receipts = await receiptsOf(id, seller)
    expect(receipts).toHaveLength(1)
    expect(receipts[0]).toMatchObject({ status: 'completed', totalUsd: 12.5 })
    await expectSettledBooks(seller)
    const [event] = await eventsOf(id, 'subscription.charged')
    expect(event).toMatchObject({ periodIndex: 0, attempt: 1, amountUsd: 12.5, status: 'active' })
  })

  test('default: to a wallet pays the fee on chain, and its books balance', async () => {
    const { id, wallet } = await charging.subscribe(plainPlan)
    const gained = await gains([plain.wallet, platform, wallet], () => charging.charge())
    expect(gained).toEqual([12_437_500n, 62_500n, -price])
    const [receipt] = await receiptsOf(id, plain)
    expect(receipt).toMatchObject({ status: 'completed', totalUsd: 12.5 })
    await expectSettledBooks(plain)
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
    const [receipt] = await receiptsOf(id, plain)
    const page = (await charging.app.inject(`/api/portal/${receipt.receiptId}`)).json()
    const none = { options: [], isAutomatic: true, gasless: null, depositAddress: '' }
    expect(page.payment).toMatchObject(none)
    const { receiptId } = receipt
    const played = await plain.post('/api/sandbox/pay', { receiptId, scenario: 'exact' })
    expect([played.statusCode, played.json().error]).toEqual([409, 'conflict'])
    await charging.charge()
    expect((await receiptsOf(id, plain))[0]).toMatchObject({ status: 'completed' })
  })

  test('behavior: runs at once and again charge nothing twice', async () => {
    const all = await subscribeAll([plainPlan, plainPlan, plainPlan])
    await Promise.all([charging.run(), charging.run(), charging.run()])
    await charging.run()
    await charging.settle()
    await Promise.all([charging.run(), charging.run()])
    await charging.charge()
    for (const { id, wallet } of all) {
      expect(await balances(wallet)).toEqual([10n ** 12n - price])
      expect(await charging.charges(id)).toMatchObject([{ state: 'succeeded', attempt: 1 }])
      expect(await receiptsOf(id, plain)).toHaveLength(1)
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
    await expectSettledBooks(plain)
  })

  test('behavior: after a reorganisation the receipt is unpaid until the charge is back', async () => {
    const { id, wallet } = await charging.subscribe(plainPlan)
    await charging.charge()
    await charging.chain.call('anvil_reorg', 1, [])
    await charging.look()
    await charging.run()
    expect((await receiptsOf(id, plain))[0]).toMatchObject({ status: 'generated' })
    expect(await charging.charges(id)).toMatchObject([{ state: 'submitted' }])
    await expectSettledBooks(plain)
    // Another transaction makes the sender look at the chain, which a running sender does at once.
    await charging.subscribe(plainPlan)
    await charging.charge()
    await charging.charge()
    expect((await receiptsOf(id, plain))[0]).toMatchObject({ status: 'completed' })
    expect(await charging.charges(id)).toMatchObject([{ state: 'succeeded', attempt: 1 }])
    expect(await balances(wallet)).toEqual([10n ** 12n - price])
    expect(await eventsOf(id, 'subscription.charged')).toHaveLength(1)
    await expectSettledBooks(plain)
  })
})

describe('a subscription over time', () => {
  test('behavior: missed periods are skipped, and charges stay on the grid', async () => {
    const { id, wallet, permission } = await charging.subscribe(plainPlan)
    await charging.charge()
    await charging.advance(3 * month + DAY_MS)
    await charging.charge()
    await charging.charge()
    expect(await balances(wallet)).toEqual([10n ** 12n - 2n * price])
    expect((await charging.charges(id)).map(({ period_index }) => period_index)).toEqual([0, 3])
    const { nextChargeAt } = await charging.show(id)
    expect(nextChargeAt).toBe(permission.start * 1_000 + 4 * month)
  })

  test('behavior: a batch that is mined a period late charges nothing for the skipped period', async () => {
    const { id, wallet } = await charging.subscribe(plainPlan)
    await charging.run()
    await charging.advance(month + HOUR_MS)
    await charging.settle()
    expect(await balances(wallet)).toEqual([10n ** 12n])
    await charging.charge()
    await charging.charge()
    expect(await balances(wallet)).toEqual([10n ** 12n - price])
    expect(await charging.charges(id)).toMatchObject([
      { period_index: 0, state: 'failed', failure_code: 'chain' },
      { period_index: 1, state: 'succeeded' },
    ])
    expect(await charging.show(id)).toMatchObject({ status: 'active' })
  })

  test('behavior: retries on days 1, 3, 5 and 7, then waits for the next period', async () => {
    const { id, wallet } = await charging.subscribe(plainPlan, { units: 0n })
    const seen: unknown[] = []
    for (let day = 0; day <= 9; day += 1) {
      await charging.run()
      const { status, failedAttempts } = await charging.show(id)
      seen.push([day, status, failedAttempts])
      await charging.advance(DAY_MS)
    }
    expect(seen).toEqual([
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
    const failures = await eventsOf(id, 'subscription.charge_failed')
    expect(failures).toHaveLength(5)
    expect(failures.map(({ nextAttemptAt }) => nextAttemptAt === null)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ])

    await charging.mint(wallet, price)
    await charging.advance(month - 10 * DAY_MS + HOUR_MS)
    await charging.charge()
    expect(await charging.show(id)).toMatchObject({ status: 'active', failedAttempts: 0 })
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
    expect(await balances(wallet)).toEqual([2n * price - 1n])
    expect(await charging.charges(id)).toMatchObject([{ period_index: 0, state: 'succeeded' }])
    expect(await charging.show(id)).toMatchObject({ status: 'active', failedAttempts: 0 })
  })

  test('behavior: is announced three days before a charge, with its risk', async () => {
    const [good, poor] = [
      await charging.subscribe(plainPlan),
      await charging.subscribe(plainPlan, { units: price }),
    ]
    await charging.charge()
    const kindsOf = async (id: string) => {
      const upcoming = await eventsOf(id, 'subscription.charge_upcoming')
      const risky = await eventsOf(id, 'subscription.charge_at_risk')
      return [upcoming.length, risky.map(({ failureCode }) => failureCode)]
    }
    expect(await kindsOf(good.id)).toEqual([0, []])
    await charging.advance(27 * DAY_MS + HOUR_MS)
    await charging.run()
    await charging.run()
    expect(await kindsOf(good.id)).toEqual([1, []])
    expect(await kindsOf(poor.id)).toEqual([1, ['balance']])
    await cancel(poor.id, poor.wallet)
  })

  test('behavior: expires when its permission ends, also while it is paused', async () => {
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
    for (const one of [id, paused.id]) {
      expect(await charging.show(one)).toMatchObject({ status: 'expired', nextChargeAt: null })
      expect(await eventsOf(one, 'subscription.expired')).toMatchObject([{ status: 'expired' }])
    }
    expect(await charging.charges(id)).toHaveLength(2)
    expect(await charging.charges(paused.id)).toHaveLength(1)
  })

  test('behavior: a charge that is mined after the end of the permission fails as expired', async () => {
    const end = Math.floor(charging.app.ctx.now() / 1_000) + 3_600
    const { id, wallet } = await charging.subscribe(plainPlan, { end })
    await charging.run()
    await charging.advance(2 * HOUR_MS)
    await charging.settle()
    await charging.run()
    expect(await charging.charges(id)).toMatchObject([{ state: 'failed', failure_code: 'expired' }])
    expect(await charging.show(id)).toMatchObject({ status: 'expired', nextChargeAt: null })
    expect(await eventsOf(id, 'subscription.expired')).toHaveLength(1)
    expect(await balances(wallet)).toEqual([10n ** 12n])
  })

  test('behavior: the receipt of a charge that was not made fails with its period or subscription', async () => {
    const shop = await aSeller(charging.app, { hasSplit: false })
    const own = await aPlan(shop)
    const [late, ended] = [
      await charging.subscribe(own, { units: price }),
      await charging.subscribe(own, { units: price }),
    ]
    await charging.run()
    for (const { wallet } of [late, ended]) await charging.spend(wallet, 1n)
    await charging.settle()
    await charging.run()
    const statusOf = async (id: string) => (await receiptsOf(id, shop)).map(({ status }) => status)
    expect([await statusOf(late.id), await statusOf(ended.id)]).toEqual([
      ['generated'],
      ['generated'],
    ])
    await cancel(ended.id, ended.wallet, shop)
    await charging.run()
    expect([await statusOf(late.id), await statusOf(ended.id)]).toEqual([['generated'], ['failed']])

    // Another party can still charge the period.
    await charging.mint(ended.wallet, price)
    await charging.send(charging.buyer, subscriptionCharger.address, chargeData(ended))
    await charging.settle()
    expect(await statusOf(ended.id)).toEqual(['completed'])
    await expectSettledBooks(shop)

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
  test('behavior: is not attempted after its permission was revoked', async () => {
    const { id, wallet, permission } = await charging.subscribe(plainPlan)
    await charging.charge()
    await charging.revoke(wallet, permission)
    await charging.advance(month)
    await charging.run()
    expect(await charging.show(id)).toMatchObject({ status: 'revoked', nextChargeAt: null })
    expect(await eventsOf(id, 'subscription.revoked')).toMatchObject([{ status: 'revoked' }])
    // Nothing was planned.
    expect((await charging.charges(id)).at(-1)).toMatchObject({ receipt_id: null, attempt: 1 })
  })

  test('behavior: canceled before the charge is planned, it is not charged', async () => {
    const { id, wallet } = await charging.subscribe(plainPlan)
    expect((await cancel(id, wallet)).statusCode).toBe(200)
    await charging.charge()
    expect(await balances(wallet)).toEqual([10n ** 12n])
    expect(await charging.charges(id)).toEqual([])
  })

  test('behavior: canceled before its charge is signed, it is not charged', async () => {
    const shop = await aSeller(charging.app, { hasSplit: false })
    const { id, wallet } = await charging.subscribe(await aPlan(shop))
    await charging.run()
    await cancel(id, wallet, shop)
    await charging.settle()
    await charging.run()
    expect(await balances(wallet)).toEqual([10n ** 12n])
    expect(await charging.charges(id)).toMatchObject([{ state: 'failed', failure_code: 'chain' }])
    expect(await receiptsOf(id, shop)).toMatchObject([{ status: 'failed' }])
    expect(await charging.show(id)).toMatchObject({
      status: 'canceled',
      lastChargeStatus: 'failed',
    })
    expect(await eventsOf(id, 'subscription.charge_failed')).toEqual([])
  })

  test('behavior: canceled or paused before their batch is signed, they are not charged', async () => {
    const shop = await aSeller(charging.app, { hasSplit: false })
    const own = await aPlan(shop)
    const [canceled, paused, other] = [
      await charging.subscribe(own),
      await charging.subscribe(own),
      await charging.subscribe(own),
    ]
    await charging.run()
    await cancel(canceled.id, canceled.wallet, shop)
    await shop.post('/api/subscriptions/pause', { subscriptionId: paused.id })
    await charging.charge()
    const all = [canceled.wallet, paused.wallet, other.wallet]
    expect(await balances(...all)).toEqual([10n ** 12n, 10n ** 12n, 10n ** 12n - price])
    expect(await charging.charges(other.id)).toMatchObject([{ state: 'succeeded', attempt: 1 }])

    await shop.post('/api/subscriptions/resume', { subscriptionId: paused.id })
    await charging.charge()
    expect(await balances(paused.wallet)).toEqual([10n ** 12n - price])
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
    for (const { id, wallet } of [paid, unpaid]) await cancel(id, wallet)
    await charging.mine()
    await charging.chain.call('evm_setAutomine', true)
    await charging.settle()
    await charging.run()
    await charging.mint(unpaid.wallet, price)
    for (const ms of [DAY_MS, month]) {
      await charging.advance(ms)
      await charging.charge()
    }
    expect(await balances(paid.wallet)).toEqual([10n ** 12n - price])
    expect(await balances(unpaid.wallet)).toEqual([2n * price - 1n])
    expect(await charging.show(paid.id)).toMatchObject({ status: 'canceled' })
    expect(await charging.charges(unpaid.id)).toMatchObject([{ state: 'failed', attempt: 1 }])
  })
})

describe('a charge that the service did not see or make', () => {
  test('behavior: a charge that a stranger triggers is credited', async () => {
    const subscribed = await charging.subscribe(plan)
    const { id, wallet } = subscribed
    await charging.charge()
    await charging.advance(month + HOUR_MS)
    const data = chargeData({ ...subscribed, signature: '0x', index: 1 })
    await charging.send(charging.buyer, subscriptionCharger.address, data)
    await charging.settle()
    await charging.charge()
    await charging.charge()
    expect(await balances(wallet)).toEqual([10n ** 12n - 2n * price])
    expect(await charging.charges(id)).toMatchObject([
      { state: 'succeeded' },
      { period_index: 1, state: 'succeeded' },
    ])
    const receipts = await receiptsOf(id, seller)
    expect(receipts.map(({ status }) => status)).toEqual(['reconciled', 'completed'])
    await expectSettledBooks(seller)
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
    expect((await receiptsOf(id, plain))[0]).toMatchObject({
      status: expect.stringMatching(/completed|reconciled/),
    })
    await expectSettledBooks(plain)
  })
})

describe('a batch that fails as a whole', () => {
  test('behavior: is divided', async () => {
    const own = await aSeller(charging.app, { hasSplit: false })
    const [coffee, tea] = [await aPlan(own), await aPlan(own, { name: 'Tea club' })]
    const all = await subscribeAll([coffee, coffee, tea, coffee])
    await charging.charge()
    await charging.advance(month + HOUR_MS)
    await charging.run()
    // The simulation of the whole batch reverts without this contract.
    await charging.chain.call('anvil_setCode', tea.permission.spender, '0x')
    await charging.chain.call('anvil_setNonce', tea.permission.spender, '0x0')
    for (let round = 0; round < 3; round += 1) await charging.charge()
    for (const { id, wallet } of all) {
      expect(await balances(wallet)).toEqual([10n ** 12n - 2n * price])
      expect((await charging.charges(id)).at(-1)).toMatchObject({ state: 'succeeded', attempt: 1 })
    }
  })

  test('behavior: loses no charge when dividing it fails in the middle and is repeated', async () => {
    const own = await aSeller(charging.app, { hasSplit: false })
    const [coffee, tea] = [await aPlan(own), await aPlan(own, { name: 'Tea club' })]
    const all = await subscribeAll([coffee, tea])
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
      expect(await balances(wallet)).toEqual([10n ** 12n - 2n * price])
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
