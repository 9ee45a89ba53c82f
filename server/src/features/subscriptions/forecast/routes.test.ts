import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Charging, startCharging } from '../../../../test/fixtures/charging.js'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { aMember, aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { aPlan, type ShownPlan } from '../../../../test/fixtures/subscriber.js'
import { useCalls } from '../../../../test/fixtures/used-calls.js'
import { checksumAddress } from '../../../lib/hex.js'
import { DAY_MS } from '../../../lib/time.js'

const url = '/api/subscriptions/forecast'
const price = 12_500_000n

let charging: Charging
let seller: Seller
let plan: ShownPlan
beforeAll(async () => {
  charging = await startCharging()
  seller = await aSeller(charging.app)
  plan = await aPlan(seller, { period: 'WEEKLY' })
}, 60_000)
afterAll(() => charging.close())

type Day = { charges: number; failing: { subscriptionId: string; reason: string }[] }

describe('GET /api/subscriptions/forecast', { timeout: 60_000 }, () => {
  test('default: expected revenue, and the charges that will fail with the reason', async () => {
    const rich = await charging.subscribe(plan)
    const fundedTwice = await charging.subscribe(plan, { units: 2n * price })
    const bound = await charging.subscribe(plan, { allowance: price })
    const endedSubscription = await charging.subscribe(plan)
    const ending = await charging.subscribe(plan, {
      end: Math.floor(charging.app.ctx.now() / 1_000) + 604_800,
    })
    await charging.charge()
    await charging.revoke(endedSubscription.wallet, endedSubscription.permission)
    await charging.spend(fundedTwice.wallet, 1n)

    const response = await seller.get(`${url}?days=10`)
    expect(response.statusCode).toBe(200)
    const { days, totals, ...rest } = response.json()
    expect(rest).toEqual({ success: true, subscriptions: 5, nextCursor: null })
    expect(days.map(({ date }: { date: string }) => date)).toHaveLength(10)
    expect(totals).toEqual({
      revenueUsd: 12.5,
      charges: 1,
      failingUsd: 50,
      failingCharges: 4,
      unknownCharges: 0,
    })
    const [day] = days.filter(({ failing }: Day) => failing.length > 0)
    expect(day).toMatchObject({ charges: 1, revenueUsd: 12.5 })
    const reasons = Object.fromEntries(
      day.failing.map((charge: Day['failing'][0]) => [charge.subscriptionId, charge.reason]),
    )
    expect(reasons).toEqual({
      [fundedTwice.id]: 'balance',
      [bound.id]: 'allowance',
      [endedSubscription.id]: 'revoked',
      [ending.id]: 'ends_before',
    })
    expect(day.failing).toContainEqual({
      subscriptionId: fundedTwice.id,
      planId: plan.planId,
      customerWallet: checksumAddress(fundedTwice.wallet),
      at: (await charging.show(rich.id)).nextChargeAt,
      amountUsd: 12.5,
      reason: 'balance',
    })

    // The charges then fail as forecast.
    await charging.advance(7 * DAY_MS)
    await charging.charge()
    const shown = await Promise.all(
      [rich, fundedTwice, bound, endedSubscription, ending].map(
        async ({ id }) => (await charging.show(id)).status,
      ),
    )
    expect(shown).toEqual(['active', 'past_due', 'past_due', 'revoked', 'expired'])
  })

  test('behavior: 30 days by default, and empty ones for a merchant without subscriptions', async () => {
    const other = await aSeller(charging.app)
    const { days, totals, subscriptions } = (await other.get(url)).json()
    expect([days.length, subscriptions, totals.charges]).toEqual([30, 0, 0])
    expect(days[0]).toEqual({
      date: new Date(charging.app.ctx.now()).toISOString().slice(0, 10),
      revenueUsd: 0,
      charges: 0,
      failingUsd: 0,
      failingCharges: 0,
      unknownCharges: 0,
      failing: [],
    })
  })

  test('behavior: pages cover every subscription once', { tags: 'slow' }, async () => {
    const busySeller = await aSeller(charging.app)
    const { id } = await charging.subscribe(await aPlan(busySeller))
    await charging.app.ctx.db.query(
      `insert into subscriptions
         (merchant, id, plan_id, version, customer, permission_hash, spender, token, allowance, period_seconds,
          start_seconds, end_seconds, salt, extra_data, signature, status, next_charge_at, due_at, created_at, updated_at)
       select merchant, id || n, plan_id, version, '0x' || lpad(to_hex(n / 2), 40, '0'), permission_hash || n, spender,
         token, allowance, period_seconds, start_seconds, end_seconds, n, extra_data, signature, status, next_charge_at,
         due_at, created_at, updated_at
       from subscriptions, generate_series(1, 600) as n where id = $1`,
      [id],
    )
    const first = (await busySeller.get(`${url}?days=1`)).json()
    const second = (await busySeller.get(`${url}?days=1&cursor=${first.nextCursor}`)).json()
    // Both subscriptions of a customer are on one page.
    expect([first.subscriptions, second.subscriptions]).toEqual([499, 102])
    expect(second.nextCursor).toBeNull()
    const counts = [first.totals, second.totals].map(
      (totals) => totals.charges + totals.failingCharges,
    )
    expect(counts).toEqual([499, 102])
    expect(first.totals.charges + second.totals.charges).toBe(1)
  })

  test.each(['days=0', 'days=91', 'days=1.5', 'days=x', 'days=-1', 'cursor=x', 'cursor=0x1.sub_1'])(
    'error: %s',
    async (query) => {
      const response = await seller.get(`${url}?${query}`)
      expect([response.statusCode, response.json()]).toMatchObject([
        400,
        { success: false, error: 'invalid_input' },
      ])
    },
  )

  test('error: staff and keys of other merchants and scopes', async () => {
    const { app } = charging
    const viewer = await aMember(app, { merchant: seller.wallet, role: 'viewer' })
    const statusOf = async (headers: Record<string, string>, query = '') =>
      (await app.inject({ url: `${url}${query}`, headers })).statusCode
    expect(await statusOf(viewer.headers)).toBe(200)
    expect(await statusOf(viewer.headers, `?wallet=${(await aSeller(app)).wallet}`)).toBe(403)
    const { apiKey } = await aDeveloper(app.ctx, { scopes: ['inventory:read'] })
    expect(await statusOf({ 'x-api-key': apiKey })).toBe(403)
    expect(await statusOf({})).toBe(401)
  })

  test('error: more pages than the limit of a merchant', async () => {
    const limit = { limit: 'forecasts', owner: 'merchant', key: seller.wallet } as const
    await useCalls(charging.app.ctx, { ...limit, used: 30 })
    const sibling = await charging.app.sibling()
    const response = await sibling.inject({ url, headers: seller.headers })
    expect([response.statusCode, response.json()]).toMatchObject([
      429,
      { success: false, limit: 'forecasts', resetAt: expect.any(Number) },
    ])
  })
})
