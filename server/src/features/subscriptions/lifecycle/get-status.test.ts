import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../../test/fixtures/factories.js'
import { aMember, aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import {
  aPlan,
  aSubscriber,
  markCharged,
  type ShownPlan,
  startSubscriptions,
} from '../../../../test/fixtures/subscriber.js'
import { useCalls } from '../../../../test/fixtures/used-calls.js'
import type { TestApp } from '../../../../test/harness.js'
import { signIn } from '../../../../test/sign-in.js'
import { signChallenge, signRequest } from '../../../../test/sign-request.js'
import { checksumAddress } from '../../../lib/hex.js'
import { DAY_MS } from '../../../lib/time.js'

let service: Awaited<ReturnType<typeof startSubscriptions>>
let app: TestApp
let seller: Seller
let plan: ShownPlan
beforeAll(async () => {
  service = await startSubscriptions()
  ;({ app, seller, plan } = service)
})
afterAll(() => service.close())

type Headers = Record<string, string>
type Page = { subscriptions: { subscriptionId: string }[]; nextCursor: string | null }

const path = '/api/subscriptions/status'
const status = (query: string, headers: Headers = {}) =>
  app.inject({ url: `${path}?${query}`, headers })
const idsIn = ({ subscriptions }: Page) => subscriptions.map(({ subscriptionId }) => subscriptionId)

describe('GET /api/subscriptions/status', () => {
  test('default', async () => {
    const subscriber = aSubscriber(app)
    const id = await subscriber.subscribe(plan)
    const response = await status(`subscriptionId=${id}`, seller.headers)
    const now = app.ctx.now()
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      success: true,
      subscription: {
        subscriptionId: id,
        planId: plan.planId,
        planName: 'Coffee club',
        merchantWallet: checksumAddress(seller.wallet),
        customerWallet: subscriber.wallet,
        status: 'active',
        priceUsd: 12.5,
        period: 'MONTHLY',
        nextChargeAt: now,
        lastChargeAt: null,
        lastChargeStatus: null,
        lastChargeFailure: null,
        nextAttemptAt: null,
        failedAttempts: 0,
        currentPeriodStart: now,
        currentPeriodEnd: now + 30 * DAY_MS,
        remainingAllowance: '12500000',
        permissionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        createdAt: now,
        canceledAt: null,
        onChain: null,
      },
    })
  })

  test('behavior: anyone who knows the id gets an outline', async () => {
    const id = await aSubscriber(app).subscribe(plan)
    const other = await aSeller(app)
    const customer = aSubscriber(app)
    const outline = {
      subscriptionId: id,
      status: 'active',
      planName: 'Coffee club',
      nextChargeAt: app.ctx.now(),
    }
    const proof = await signRequest(app, { path, privateKey: customer.privateKey })
    for (const headers of [{}, other.headers, other.owner.headers, proof]) {
      const response = await status(`subscriptionId=${id}`, headers)
      expect(response.json()).toEqual({ success: true, subscription: outline })
    }
  })

  test('behavior: its customer and members of its merchant get all of it', async () => {
    const customer = aSubscriber(app)
    const { privateKey } = customer
    const id = await customer.subscribe(plan)
    const support = await aMember(app, { merchant: seller.wallet, role: 'support' })
    for (const headers of [
      seller.owner.headers,
      support.headers,
      (await signIn(app, { privateKey, asBuyer: true })).headers,
      await signRequest(app, { path, privateKey }),
    ]) {
      const response = await status(`subscriptionId=${id}`, headers)
      expect(response.json().subscription).toMatchObject({ customerWallet: customer.wallet })
    }
  })

  test('behavior: a charged period leaves the rest of the allowance', async () => {
    const id = await aSubscriber(app).subscribe(plan, { allowance: '13000000' })
    await markCharged(app, id)
    const response = await status(`subscriptionId=${id}`, seller.headers)
    expect(response.json().subscription).toMatchObject({
      remainingAllowance: '500000',
      lastChargeAt: app.ctx.now(),
      lastChargeStatus: 'succeeded',
    })
  })

  test('behavior: lists those of a customer and of a merchant in pages, newest first', {
    tags: 'slow',
  }, async () => {
    const newSeller = await aSeller(app)
    const [first, second] = [
      await aPlan(newSeller, { name: 'One' }),
      await aPlan(newSeller, { name: 'Two' }),
    ]
    const subscriber = aSubscriber(app)
    const { privateKey } = subscriber
    const ids: string[] = []
    for (const each of [first, second, first, second, plan]) {
      ids.unshift(await subscriber.subscribe(each))
      app.ctx.clock.advance(1_000)
    }
    const query = `customer=${subscriber.wallet}`
    const session = await signIn(app, { privateKey, asBuyer: true })
    for (const headers of [session.headers, await signRequest(app, { path, privateKey })]) {
      const page = (await status(query, headers)).json()
      expect([idsIn(page), page.nextCursor]).toEqual([ids, null])
    }
    const ofKey = (await status(query, newSeller.headers)).json()
    expect(ofKey.subscriptions.map(({ planName }: { planName: string }) => planName)).toEqual([
      'Two',
      'One',
      'Two',
      'One',
    ])

    for (const headers of [newSeller.headers, newSeller.owner.headers]) {
      const listed: string[] = []
      let cursor = ''
      do {
        const url = `merchant=${newSeller.wallet}&limit=3&cursor=${cursor}`
        const page = (await status(url, headers)).json()
        listed.push(...idsIn(page))
        cursor = page.nextCursor ?? ''
      } while (cursor !== '')
      expect(listed).toEqual(ids.slice(1))
    }
  })

  test('behavior: filters by plan, status, next charge and text', async () => {
    const newSeller = await aSeller(app)
    const [tea, coffee] = [
      await aPlan(newSeller, { name: 'Tea 100% leaf' }),
      await aPlan(newSeller, { name: 'Coffee club' }),
    ]
    const [ann, ben] = [aSubscriber(app), aSubscriber(app)]
    const start = app.ctx.now()
    const first = await ann.subscribe(tea)
    app.ctx.clock.advance(DAY_MS)
    const second = await ben.subscribe(coffee)
    const signature = await ben.account.signMessage({ message: `Cancel subscription ${second}` })
    app.ctx.clock.advance(DAY_MS)
    const third = await ann.subscribe(coffee)
    const canceled = { subscriptionId: second, wallet: ben.wallet, signature }
    const response = await app.inject({
      method: 'POST',
      url: '/api/subscriptions/cancel',
      payload: canceled,
    })
    expect(response.statusCode).toBe(200)

    const list = async (query: string) =>
      idsIn((await status(`merchant=${newSeller.wallet}&${query}`, newSeller.headers)).json())
    expect(await list(`planId=${tea.planId}`)).toEqual([first])
    expect(await list('planId=plan_unknown')).toEqual([])
    expect(await list('status=canceled')).toEqual([second])
    expect(await list('status=active')).toEqual([third, first])
    expect(await list(`nextChargeTo=${start}`)).toEqual([first])
    expect(await list(`nextChargeFrom=${start + 1}`)).toEqual([third])
    expect(await list(`nextChargeFrom=${start}&nextChargeTo=${start + 2 * DAY_MS}`)).toEqual([
      third,
      first,
    ])
    expect(await list(`q=${ann.wallet}`)).toEqual([third, first])
    expect(await list(`q=${ben.wallet.slice(0, 12).toUpperCase().replace('0X', '0x')}`)).toEqual([
      second,
    ])
    expect(await list(`q=${third}`)).toEqual([third])
    expect(await list(`q=${third.slice(0, 12)}`)).toEqual([third])
    expect(await list(`q=${encodeURIComponent(' 100% LEAF ')}`)).toEqual([first])
    expect(await list(`q=${encodeURIComponent('%')}`)).toEqual([first])
    expect(await list('q=club&status=active')).toEqual([third])
    expect(await list('limit=1&status=active')).toEqual([third])
  })

  test('behavior: an unknown customer of a merchant has none', async () => {
    const empty = { success: true, subscriptions: [], nextCursor: null }
    expect((await status(`customer=${aWallet()}`, seller.headers)).json()).toEqual(empty)
  })

  test('behavior: never shows the signature', async () => {
    const subscriber = aSubscriber(app)
    const body = await subscriber.bodyFor(plan)
    await subscriber.create(body)
    const response = await status(`customer=${subscriber.wallet}`, seller.headers)
    expect(response.json().subscriptions).toHaveLength(1)
    expect(response.body).not.toContain(body.permissionSignature.slice(2))
  })

  test('error: 401 without credentials, with a challenge for customers', async () => {
    const customer = aSubscriber(app)
    const id = await customer.subscribe(plan)
    for (const query of [`merchant=${seller.wallet}`, `customer=${customer.wallet}`]) {
      const response = await status(query)
      expect([response.statusCode, response.json()]).toMatchObject([
        401,
        { success: false, error: 'unauthorized' },
      ])
      expect(response.body).not.toContain(id)
    }
    const { extensions } = (await status(`customer=${customer.wallet}`)).json()
    const { info, supportedChains } = extensions['sign-in-with-x']
    const proof = await signChallenge({ ...info, ...supportedChains[0] }, customer.privateKey)
    expect(idsIn((await status(`customer=${customer.wallet}`, proof)).json())).toEqual([id])
  })

  test('error: 403 with the credentials of others', async () => {
    const [newSeller, other] = [await aSeller(app), await aSeller(app)]
    const customer = aSubscriber(app)
    await customer.subscribe(await aPlan(newSeller))
    const proof = () => signRequest(app, { path })
    const ownProof = () => signRequest(app, { path, privateKey: customer.privateKey })
    for (const [query, headers] of [
      [`merchant=${newSeller.wallet}`, other.headers],
      [`merchant=${newSeller.wallet}`, other.owner.headers],
      [`merchant=${newSeller.wallet}`, await ownProof()],
      [`customer=${customer.wallet}`, other.owner.headers],
      [`customer=${customer.wallet}`, newSeller.owner.headers],
      [`customer=${customer.wallet}`, await proof()],
    ] as const) {
      const response = await status(query, headers)
      expect([response.statusCode, response.json()]).toMatchObject([
        403,
        { success: false, error: 'forbidden' },
      ])
    }
  })

  test('error: 403 for a key without a scope for it', async () => {
    const { wallet } = seller
    const { apiKey } = await aDeveloper(app.ctx, { wallet, scopes: ['inventory:read'] })
    const response = await status(`merchant=${wallet}`, { 'x-api-key': apiKey })
    expect([response.statusCode, response.json()]).toMatchObject([
      403,
      { requiredScope: 'subscriptions:read' },
    ])
  })

  test.each([
    ['', 400, 'invalid_input'],
    ['subscriptionId=a&customer=b', 400, 'invalid_input'],
    ['customer=a&merchant=b', 400, 'invalid_input'],
    ['subscriptionId=a&subscriptionId=b', 400, 'invalid_input'],
    ['customer=0x12', 400, 'invalid_wallet'],
    ['merchant=', 400, 'invalid_wallet'],
    ['subscriptionId=sub_unknown', 404, 'not_found'],
    ['subscriptionId=', 404, 'not_found'],
    [`customer=${aWallet()}&cursor=here`, 400, 'invalid_input'],
    [`customer=${aWallet()}&limit=many`, 400, 'invalid_input'],
    [`customer=${aWallet()}&status=open`, 400, 'invalid_input'],
    [`customer=${aWallet()}&nextChargeFrom=soon`, 400, 'invalid_input'],
    [`customer=${aWallet()}&q=${'a'.repeat(201)}`, 400, 'invalid_input'],
  ])('error: %s', async (query, code, error) => {
    const response = await status(query)
    expect([response.statusCode, response.json()]).toMatchObject([code, { success: false, error }])
  })

  test('error: a network address that asks too often', { tags: 'slow' }, async () => {
    const remoteAddress = '203.0.113.71'
    const limit = { limit: 'subscription-requests', owner: 'network', key: remoteAddress } as const
    await useCalls(app.ctx, { ...limit, used: 12_000 })
    const { inject } = await app.sibling()
    const url = `${path}?customer=${aWallet()}`
    expect((await inject({ url, remoteAddress })).json()).toMatchObject({
      success: false,
      limit: 'subscription-requests',
    })
    expect((await inject({ url, remoteAddress, headers: seller.headers })).statusCode).toBe(200)
  })
})

describe('scopes of subscription routes', () => {
  /** Every scope that existed before subscriptions had scopes of their own. */
  const nineScopes = [
    'inventory:read',
    'inventory:write',
    'orders:create',
    'receipts:read',
    'receipts:write',
    'shop:read',
    'split:read',
    'users:read',
    'graphql:read',
  ] as const

  test('default: those of receipts suffice', async () => {
    const { wallet } = await aSeller(app)
    const { apiKey } = await aDeveloper(app.ctx, { wallet, scopes: [...nineScopes] })
    const headers = { 'x-api-key': apiKey }
    const payload = { name: 'Tea club', priceUsd: 5, period: 'WEEKLY' }
    const created = await app.inject({
      method: 'POST',
      url: '/api/subscriptions/plans',
      headers,
      payload,
    })
    expect(created.statusCode).toBe(201)
    for (const url of [
      `/api/subscriptions/status?merchant=${wallet}`,
      '/api/subscriptions/billing-events',
      '/api/subscriptions/forecast',
      '/api/subscriptions/payout',
      '/api/reports/subscriptions',
    ]) {
      expect([url, (await app.inject({ url, headers })).statusCode]).toEqual([url, 200])
    }
  })

  test('error: reading receipts does not suffice to write', async () => {
    const { wallet } = await aSeller(app)
    const { apiKey } = await aDeveloper(app.ctx, { wallet, scopes: ['receipts:read'] })
    const response = await app.inject({
      method: 'POST',
      url: '/api/subscriptions/plans',
      headers: { 'x-api-key': apiKey },
      payload: { name: 'Tea club', priceUsd: 5, period: 'WEEKLY' },
    })
    expect([response.statusCode, response.json()]).toMatchObject([
      403,
      {
        requiredScope: 'subscriptions:write',
        message: 'This key lacks the scope subscriptions:write or receipts:write.',
      },
    ])
  })
})
