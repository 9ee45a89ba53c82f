import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../../test/fixtures/factories.js'
import { aMember, aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { aPlan, type ShownPlan } from '../../../../test/fixtures/subscriber.js'
import { useCalls } from '../../../../test/fixtures/used-calls.js'
import { createTestApp, type TestApp, testNow } from '../../../../test/harness.js'
import { signIn } from '../../../../test/sign-in.js'
import { checksumAddress } from '../../../lib/hex.js'
import { DAY_MS } from '../../../lib/time.js'
import { seedSplit } from '../../split/seed-split.js'
import { findPlan } from './plan-store.js'

const url = '/api/subscriptions/plans'

let app: TestApp
/** A merchant without plans. */
let idle: Seller
/** A merchant with any plans. */
let busy: Seller
beforeAll(async () => {
  app = await createTestApp()
  idle = await aSeller(app)
  busy = await aSeller(app)
})
afterAll(() => app.close())

const list = async (wallet: string): Promise<ShownPlan[]> =>
  (await app.inject(`${url}?wallet=${wallet}`)).json().plans

function call(
  method: 'POST' | 'PUT' | 'DELETE',
  { headers }: { headers: Record<string, string> },
  payload: object,
) {
  return app.inject({ method, url, headers, payload })
}

const put = (seller: Seller, payload: object) => call('PUT', seller, payload)

describe('POST /api/subscriptions/plans', () => {
  test('default', async () => {
    const seller = await aSeller(app)
    const body = {
      wallet: seller.wallet,
      name: ' Coffee club ',
      description: 'A bag\nevery month',
      priceUsd: 12.5,
      period: 'MONTHLY',
    }
    const response = await seller.post(url, body)
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({
      success: true,
      plan: {
        planId: expect.stringMatching(/^plan_[0-9a-z]{26}$/),
        name: 'Coffee club',
        description: 'A bag\nevery month',
        priceUsd: 12.5,
        period: 'MONTHLY',
        trialDays: 0,
        graceDays: 7,
        active: true,
        revision: 1,
        createdAt: testNow,
        updatedAt: testNow,
        wallet: checksumAddress(seller.wallet),
        permission: {
          manager: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
          spender: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
          token: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
          chainId: 84_532,
          allowance: '12500000',
          periodSeconds: 2_592_000,
        },
      },
    })
  })

  test.each([
    ['WEEKLY', 604_800],
    ['BIWEEKLY', 1_209_600],
    ['MONTHLY', 2_592_000],
    ['QUARTERLY', 7_776_000],
    ['YEARLY', 31_536_000],
  ])('behavior: %s is %i seconds', async (period, seconds) => {
    const plan = await aPlan(busy, { period })
    expect(plan.permission.periodSeconds).toBe(seconds)
  })

  test('behavior: a trial moves the start of the permission', async () => {
    const plan = await aPlan(busy, { trialDays: 14, graceDays: 0 })
    expect(plan).toMatchObject({ trialDays: 14, graceDays: 0 })
    expect(plan.permission.start).toBe((testNow + 14 * DAY_MS) / 1_000)
  })

  test('behavior: charges pay the split, whose share is the fee, or the owner with a direct fee', async () => {
    const withSplit = await aPlan(await aSeller(app))
    expect((await findPlan(app.ctx.db, withSplit.planId))?.version).toMatchObject({
      feeBps: 50,
      splitFeeBps: 50,
      splitRecipients: expect.stringMatching(/^0x/),
      feeRecipient: app.ctx.config.platformWallet?.toLowerCase(),
    })

    const seller = await aSeller(app, { hasSplit: false })
    const plan = await findPlan(app.ctx.db, (await aPlan(seller)).planId)
    expect(plan?.version).toMatchObject({
      feeBps: 50,
      splitFeeBps: 0,
      payout: seller.wallet,
      owner: seller.wallet,
      feeRecipient: app.ctx.config.platformWallet?.toLowerCase(),
    })
  })

  test('behavior: every plan has a spender of its own', async () => {
    const plans = [await aPlan(busy), await aPlan(busy), await aPlan(await aSeller(app))]
    expect(new Set(plans.map(({ permission }) => permission.spender)).size).toBe(3)
  })

  test('behavior: a repetition with the same idempotency key creates one plan', async () => {
    const seller = await aSeller(app)
    const body = { name: 'Once', priceUsd: 1, period: 'WEEKLY' }
    const key = { 'idempotency-key': 'plan-1' }
    const [first, second] = [await seller.post(url, body, key), await seller.post(url, body, key)]
    expect(second.json()).toEqual(first.json())
    expect(await list(seller.wallet)).toHaveLength(1)
  })

  test('behavior: the audit log has every change once', async () => {
    const seller = await aSeller(app)
    const { planId } = await aPlan(seller)
    await put(seller, { planId, name: 'New name' })
    await put(seller, { planId, name: 'New name' })
    await call('DELETE', seller, { planId })
    await call('DELETE', seller, { planId })
    const { headers } = seller.owner
    const { entries } = (await app.inject({ url: '/api/audit', headers })).json()
    const ofPlan = entries.filter(({ target }: { target: string }) => target === planId)
    expect(ofPlan.map(({ action }: { action: string }) => action).toSorted()).toEqual([
      'plan.changed',
      'plan.changed',
      'plan.created',
    ])
  })

  test.each([
    ['no name', { name: undefined }],
    ['an empty name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(81) }],
    ['markup', { name: '<b>Club</b>' }],
    ['a long description', { description: 'x'.repeat(1_001) }],
    ['no price', { priceUsd: undefined }],
    ['a price of zero', { priceUsd: 0 }],
    ['a negative price', { priceUsd: -1 }],
    ['a fraction of a cent', { priceUsd: 1.005 }],
    ['a price in text', { priceUsd: '12' }],
    ['a price above the limit', { priceUsd: 1_000_000.01 }],
    ['an unknown period', { period: 'DAILY' }],
    ['a period in lower case', { period: 'monthly' }],
    ['a fraction of a day', { trialDays: 1.5 }],
    ['a long trial', { trialDays: 366 }],
    ['a negative grace', { graceDays: -1 }],
    ['a long grace', { graceDays: 31 }],
  ])('error: %s', async (_name, fields) => {
    const seller = idle
    const body = { name: 'Club', priceUsd: 1, period: 'WEEKLY', ...fields }
    const response = await seller.post(url, body)
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { success: false, error: 'invalid_input', message: expect.any(String) },
    ])
    expect(await list(seller.wallet)).toEqual([])
  })

  test('error: a key for another merchant than wallet', async () => {
    const seller = idle
    const body = { name: 'Club', priceUsd: 1, period: 'WEEKLY' }
    const other = await seller.post(url, { ...body, wallet: aWallet() })
    expect([other.statusCode, other.json()]).toMatchObject([
      403,
      { success: false, error: 'forbidden' },
    ])
    const malformed = await seller.post(url, { ...body, wallet: '0x12' })
    expect(malformed.json()).toMatchObject({ success: false, error: 'invalid_wallet' })
  })

  test('error: staff of another merchant, and staff without the right', async () => {
    const seller = await aSeller(app)
    const body = { wallet: seller.wallet, name: 'Club', priceUsd: 1, period: 'WEEKLY' }
    const statusOf = async (caller: { headers: Record<string, string> }) =>
      (await call('POST', caller, body)).statusCode
    const [admin, cashier, viewer] = [
      await aMember(app, { merchant: seller.wallet, role: 'admin' }),
      await aMember(app, { merchant: seller.wallet, role: 'cashier' }),
      await aMember(app, { merchant: seller.wallet, role: 'viewer' }),
    ]
    expect(await Promise.all([seller.owner, admin].map(statusOf))).toEqual([201, 201])
    const thirdParty = await signIn(app)
    expect(await Promise.all([cashier, viewer, thirdParty].map(statusOf))).toEqual([403, 403, 403])
    expect(await statusOf({ headers: {} })).toBe(401)
    expect(await list(seller.wallet)).toHaveLength(2)
  })

  test('error: a key without the scope', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { scopes: ['subscriptions:read'] })
    const headers = { 'x-api-key': apiKey }
    const response = await call('POST', { headers }, { name: 'Club' })
    expect([response.statusCode, response.json()]).toMatchObject([
      403,
      { success: false, requiredScope: 'subscriptions:write' },
    ])
  })

  test('error: more than 100 active plans', async () => {
    const seller = await aSeller(app)
    const { planId } = await aPlan(seller)
    await app.ctx.db.query(
      `insert into billing_plans
         (merchant, id, name, description, trial_days, grace_days, is_active, version, created_at, updated_at)
       select $1, $2 || n, 'x', '', 0, 7, true, 1, 0, 0 from generate_series(1, 99) as n`,
      [seller.wallet, planId],
    )
    const body = { name: 'Club', priceUsd: 1, period: 'WEEKLY' }
    const refused = await seller.post(url, body)
    expect(refused.json()).toMatchObject({ success: false, error: 'invalid_input' })

    await call('DELETE', seller, { planId })
    expect((await seller.post(url, body)).statusCode).toBe(201)
    const activated = await put(seller, { planId, active: true })
    expect(activated.json()).toMatchObject({ success: false, error: 'invalid_input' })
  })

  test('error: more changes than a merchant may make in a day', async () => {
    const seller = await aSeller(app)
    const { planId } = await aPlan(seller)
    const limit = { limit: 'plan-changes', owner: 'merchant', key: seller.wallet } as const
    await useCalls(app.ctx, { ...limit, used: 200 })
    const sibling = await app.sibling()
    const { headers } = seller
    const payload = { planId, name: 'Again' }
    const response = await sibling.inject({ method: 'PUT', url, headers, payload })
    expect([response.statusCode, response.json()]).toMatchObject([
      429,
      { success: false, limit: 'plan-changes', resetAt: expect.any(Number) },
    ])
  })
})

describe('GET /api/subscriptions/plans', () => {
  test('default', async () => {
    const seller = await aSeller(app)
    const older = await aPlan(seller, { name: 'One' })
    app.ctx.clock.advance(1_000)
    const newer = await aPlan(seller, { name: 'Two' })
    const response = await app.inject(
      `${url}?wallet=${seller.wallet.toUpperCase().replace('0X', '0x')}`,
    )
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { success: true, plans: [older, newer] },
    ])
  })

  test('behavior: an unknown merchant has no plans', async () => {
    expect((await app.inject(`${url}?wallet=${aWallet()}`)).json()).toEqual({
      success: true,
      plans: [],
    })
  })

  test('behavior: a new split makes a new version, once', async () => {
    const seller = await aSeller(app, { hasSplit: false })
    const plan = await aPlan(seller)
    expect(await list(seller.wallet)).toEqual([plan])

    await seedSplit(app.ctx, { merchant: seller.wallet, deploy: false })
    const lists = await Promise.all(Array.from({ length: 5 }, () => list(seller.wallet)))
    const spenders = new Set(lists.map(([shownPlan]) => shownPlan?.permission.spender))
    expect(spenders.size).toBe(1)
    expect(spenders).not.toContain(plan.permission.spender)
    expect(await findPlan(app.ctx.db, plan.planId)).toMatchObject({
      version: { version: 2, splitFeeBps: 50, priceCents: 1_250n, replacedAt: null },
    })
  })

  test.each([
    ['', 'invalid_wallet'],
    ['?wallet=', 'invalid_wallet'],
    ['?wallet=0x12', 'invalid_wallet'],
    ['?wallet=0x036cbD53842c5426634e7929541eC2318f3dCF7e', 'invalid_wallet'],
  ])('error: %j', async (query, error) => {
    const response = await app.inject(`${url}${query}`)
    expect([response.statusCode, response.json()]).toMatchObject([400, { success: false, error }])
  })
})

describe('PUT /api/subscriptions/plans', () => {
  test('default', async () => {
    const seller = await aSeller(app)
    const plan = await aPlan(seller, { description: 'Old' })
    app.ctx.clock.advance(1_000)
    const response = await put(seller, { planId: plan.planId, name: 'New', trialDays: 7 })
    expect(response.statusCode).toBe(200)
    const permission = { ...plan.permission, start: expect.any(Number) }
    expect(response.json()).toEqual({
      success: true,
      plan: {
        ...plan,
        name: 'New',
        trialDays: 7,
        revision: 2,
        updatedAt: app.ctx.now(),
        permission,
      },
    })
  })

  test.each([
    ['price', { priceUsd: 15 }, { allowance: '15000000' }],
    ['period', { period: 'WEEKLY' }, { periodSeconds: 604_800 }],
  ])('behavior: a new %s makes a new version', async (_name, change, expected) => {
    const seller = await aSeller(app)
    const { planId, permission } = await aPlan(seller)
    const { plan } = (await put(seller, { planId, ...change })).json()
    expect(plan.permission).toMatchObject(expected)
    expect(plan.permission.spender).not.toBe(permission.spender)
    expect(await list(seller.wallet)).toEqual([plan])

    const repeatedPlan = (await put(seller, { planId, ...change })).json().plan
    expect(repeatedPlan.permission.spender).toBe(plan.permission.spender)
  })

  test('behavior: changes at the same time make one version each', async () => {
    const seller = await aSeller(app)
    const { planId } = await aPlan(seller)
    const responses = await Promise.all(
      [20, 21, 22].map((priceUsd) => put(seller, { planId, priceUsd })),
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const { rows } = await app.ctx.db.query<{ version: number; is_current: boolean }>(
      `select version, replaced_at is null as is_current from billing_plan_versions
       where plan_id = $1 order by version`,
      [planId],
    )
    expect(rows).toEqual([
      { version: 1, is_current: false },
      { version: 2, is_current: false },
      { version: 3, is_current: false },
      { version: 4, is_current: true },
    ])
  })

  test('behavior: active switches a plan off and on', async () => {
    const seller = await aSeller(app)
    const plan = await aPlan(seller)
    const { planId } = plan
    expect((await put(seller, { planId, active: false })).json().plan.active).toBe(false)
    expect(await list(seller.wallet)).toEqual([])
    expect((await put(seller, { planId, active: true })).json().plan).toMatchObject({
      active: true,
      permission: plan.permission,
    })
  })

  test('error: an invalid field changes nothing', async () => {
    const seller = await aSeller(app)
    const plan = await aPlan(seller)
    const { planId } = plan
    const response = await put(seller, { planId, name: 'New', priceUsd: 0 })
    expect(response.json()).toMatchObject({ success: false, error: 'invalid_input' })
    expect(await list(seller.wallet)).toEqual([plan])
  })

  test.each(['PUT', 'DELETE'] as const)(
    'error: %s of an unknown plan, and of one of another merchant',
    async (method) => {
      const [seller, other] = [await aSeller(app), await aSeller(app)]
      const { planId } = await aPlan(seller)
      const unknown = await call(method, seller, { planId: 'plan_unknown' })
      expect([unknown.statusCode, unknown.json()]).toMatchObject([
        404,
        { success: false, error: 'not_found' },
      ])
      for (const caller of [other, other.owner]) {
        const foreignResponse = await call(method, caller, { planId, name: 'Mine' })
        expect([foreignResponse.statusCode, foreignResponse.json()]).toMatchObject([
          403,
          { success: false, error: 'forbidden' },
        ])
      }
      const named = await call(method, other, { planId, wallet: seller.wallet })
      expect(named.statusCode).toBe(403)
      expect(await list(seller.wallet)).toMatchObject([{ planId, name: 'Coffee club' }])
    },
  )
})

describe('DELETE /api/subscriptions/plans', () => {
  test('default', async () => {
    const seller = await aSeller(app)
    const { planId } = await aPlan(seller)
    const wallet = seller.wallet
    for (const payload of [{ planId, wallet }, { planId, wallet }, { planId }]) {
      const response = await call('DELETE', seller, payload)
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { success: true, planId, active: false },
      ])
    }
    expect(await list(seller.wallet)).toEqual([])
  })

  test('behavior: works without a wallet of the platform', async () => {
    const seller = await aSeller(app, { hasSplit: false })
    const { planId } = await aPlan(seller)
    const sibling = await app.sibling({}, { platformWallet: undefined } as never)
    const { headers } = seller
    const payload = { planId }
    const response = await sibling.inject({ method: 'DELETE', url, headers, payload })
    expect(response.json()).toEqual({ success: true, planId, active: false })
  })

  test('error: without planId', async () => {
    const response = await call('DELETE', idle, { wallet: idle.wallet })
    expect(response.json()).toMatchObject({ success: false, error: 'invalid_input' })
  })
})

describe('revisions of plans', () => {
  test('default: an update of an older revision returns 409 with the current plan', async () => {
    const seller = await aSeller(app)
    const { planId } = await aPlan(seller, {})
    const first = await put(seller, { planId, name: 'First', expectedRevision: 1 })
    expect([first.statusCode, first.headers['etag']]).toEqual([200, '"2"'])
    const stale = await put(seller, { planId, name: 'Second', expectedRevision: 1 })
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({
      success: false,
      error: 'conflict',
      current: { planId, name: 'First', revision: 2 },
    })
  })
})

describe('GET /api/subscriptions/plans/history', () => {
  const history = `${url}/history`

  test('default: plans with their versions, active ones first', async () => {
    const seller = await aSeller(app)
    const kept = await aPlan(seller, { name: 'Kept', priceUsd: 10 })
    const gone = await aPlan(seller, { name: 'Gone', priceUsd: 5 })
    await put(seller, { planId: kept.planId, priceUsd: 12 })
    await call('DELETE', seller, { planId: gone.planId })
    const { plans } = (await seller.get(history)).json()
    expect(plans).toMatchObject([
      {
        planId: kept.planId,
        active: true,
        priceUsd: 12,
        monthlyUsd: 0,
        versions: [
          { version: 2, priceUsd: 12, replacedAt: null, active: 0, failing: 0, ended: 0 },
          { version: 1, priceUsd: 10, replacedAt: expect.any(Number) },
        ],
      },
      { planId: gone.planId, active: false, versions: [{ version: 1, priceUsd: 5 }] },
    ])
  })

  test('error: refuses anonymous callers', async () => {
    expect((await app.inject(history)).statusCode).toBe(401)
  })
})
