import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Charging, startCharging } from '../../../../test/fixtures/charging.js'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { aPlan, type ShownPlan } from '../../../../test/fixtures/subscriber.js'
import { DAY_MS, MINUTE_MS } from '../../../lib/time.js'
import { setChainTime } from '../advance-clock.js'

const url = '/api/sandbox/subscriptions'

let charging: Charging
let seller: Seller
let plan: ShownPlan
beforeAll(async () => {
  charging = await startCharging()
  seller = await aSeller(charging.app)
  plan = await aPlan(seller)
}, 60_000)
afterAll(() => charging.close())

const simulate = (body: object) => seller.post(url, body)

async function subscribe(scenario?: string): Promise<string> {
  const response = await simulate({ planId: plan.planId, scenario })
  expect(response.statusCode).toBe(200)
  return response.json().subscriptionId
}

async function stateOf(id: string) {
  const [{ status, lastChargeStatus }, charges] = [
    await charging.show(id),
    await charging.charges(id),
  ]
  return [status, lastChargeStatus, charges.at(-1)?.failure_code ?? null]
}

/** Moves the clock to the next monthly charge and makes it. */
async function nextMonth(): Promise<void> {
  await charging.advance(30 * DAY_MS)
  await charging.charge()
}

describe('POST /api/sandbox/subscriptions', { timeout: 60_000 }, () => {
  test('default: subscribes a customer who can pay', async () => {
    const response = await simulate({ planId: plan.planId })
    expect(response.json()).toEqual({
      ok: true,
      subscriptionId: expect.stringMatching(/^sub_/),
      customerWallet: expect.stringMatching(/^0x/),
      scenario: 'subscribe',
      transactionHashes: [expect.any(String), expect.any(String)],
    })
    await charging.charge()
    const { subscriptionId, customerWallet } = response.json()
    expect(await stateOf(subscriptionId)).toEqual(['active', 'succeeded', null])
    expect(await charging.show(subscriptionId)).toMatchObject({ customerWallet })
  })

  test('behavior: new customers without money or approval, and with a short permission', {
    tags: 'slow',
  }, async () => {
    const [poor, unapproved, short] = [
      await subscribe('no_balance'),
      await subscribe('no_allowance'),
      await subscribe('expired'),
    ]
    await charging.charge()
    expect(await stateOf(poor)).toEqual(['past_due', 'failed', 'balance'])
    expect(await stateOf(unapproved)).toEqual(['past_due', 'failed', 'allowance'])
    expect(await stateOf(short)).toEqual(['active', 'succeeded', null])
    await nextMonth()
    expect(await stateOf(short)).toEqual(['expired', 'succeeded', null])
  })

  test('behavior: customers who stop to be able to pay, and recover', {
    tags: 'slow',
  }, async () => {
    const ids = { no_balance: '', no_allowance: '', revoked: '' }
    const scenarios = ['no_balance', 'no_allowance', 'revoked'] as const
    for (const scenario of scenarios) ids[scenario] = await subscribe()
    await charging.charge()
    for (const scenario of scenarios) {
      const response = await simulate({ subscriptionId: ids[scenario], scenario })
      expect(response.json()).toMatchObject({ ok: true, subscriptionId: ids[scenario], scenario })
    }
    await nextMonth()
    expect(await stateOf(ids.no_balance)).toEqual(['past_due', 'failed', 'balance'])
    expect(await stateOf(ids.no_allowance)).toEqual(['past_due', 'failed', 'allowance'])
    expect(await stateOf(ids.revoked)).toEqual(['revoked', 'failed', 'revoked'])

    for (const subscriptionId of [ids.no_balance, ids.no_allowance]) {
      await simulate({ subscriptionId, scenario: 'restored' })
    }
    await charging.advance(DAY_MS)
    await charging.charge()
    expect((await stateOf(ids.no_balance))[0]).toBe('active')
    expect((await stateOf(ids.no_allowance))[0]).toBe('active')
  })

  test.each([
    ['neither a plan nor a subscription', {}],
    ['both', { planId: 'plan_1', subscriptionId: 'sub_1', scenario: 'no_balance' }],
    ['a scenario of subscriptions for a plan', { planId: 'plan_1', scenario: 'revoked' }],
    ['a scenario of plans for a subscription', { subscriptionId: 'sub_1', scenario: 'expired' }],
    ['no scenario for a subscription', { subscriptionId: 'sub_1' }],
    ['an id that is not text', { planId: 7 }],
    ['an empty id', { subscriptionId: '', scenario: 'revoked' }],
  ])('error: %s', async (_name, body) => {
    const response = await simulate(body)
    expect([response.statusCode, response.json()]).toMatchObject([400, { error: 'invalid_input' }])
  })

  test('error: plans and subscriptions of other merchants are not found', async () => {
    const other = await aSeller(charging.app)
    const subscriptionId = await subscribe()
    const foreign = [
      { planId: plan.planId },
      { subscriptionId, scenario: 'revoked' },
      { subscriptionId: 'sub_none', scenario: 'revoked' },
    ]
    for (const body of foreign) expect((await other.post(url, body)).statusCode).toBe(404)
  })
})

describe('a sandbox chain without transactions', { timeout: 60_000 }, () => {
  test('behavior: a period that began after the newest block is charged at once', {
    tags: 'slow',
  }, async () => {
    const { subscriber } = await charging.subscribe(plan)
    await charging.charge()
    const { ctx } = charging.app
    ctx.clock.advance(MINUTE_MS)
    await setChainTime(charging.chain.url, ctx.now())
    const id = await subscriber.subscribe(plan)
    await charging.charge()
    expect(await stateOf(id)).toEqual(['active', 'succeeded', null])
  })
})
