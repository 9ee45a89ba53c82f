import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDelivery } from '../../../test/fixtures/delivery.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { aSeller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'
import { upsertPlanSubscription } from '../../auth/merchants/plan-store.js'
import { checksumAddress } from '../../lib/hex.js'
import { baseUnits } from '../../lib/money.js'
import type { Chain } from '../../platform/chain/chain.js'
import { grantPlan } from '../billing/grant-plan.js'
import { getTrialBalance } from '../ledger/get-trial-balance.js'
import { describeRelayers } from './describe-platform.js'

const operatorKey = generatePrivateKey()
let app: TestApp
let operator: SignedIn
beforeAll(async () => {
  const environment = { PLATFORM_ADMINS: privateKeyToAddress(operatorKey) }
  app = await createTestApp({ environment })
  operator = await signIn(app, { privateKey: operatorKey })
})
afterAll(() => app.close())

const get = (path: string) => app.inject({ url: `/api/admin${path}`, headers: operator.headers })
const post = (path: string, payload: object = {}) =>
  app.inject({ method: 'POST', url: `/api/admin${path}`, headers: operator.headers, payload })

async function auditOf(merchant: string) {
  const { rows } = await app.ctx.db.query<{ action: string; role: string; actor: string }>(
    'select action, role, actor from audit_entries where merchant = $1 order by seq desc limit 1',
    [merchant],
  )
  return rows[0]
}

describe('GET /api/admin/merchants', () => {
  test('default: finds a merchant by wallet, name and slug', async () => {
    const config = { name: 'Ümlaut 100% Tea', slug: 'umlaut_tea', listed: true }
    const shown = { ...config, slug: 'umlaut-tea' }
    const { wallet } = await aSeller(app, { config: shown })
    for (const q of [wallet, checksumAddress(wallet), 'ümlaut', '100%', 'MLAUT-t']) {
      const response = await get(`/merchants?q=${encodeURIComponent(q)}`)
      expect([q, response.json().merchants]).toMatchObject([
        q,
        [{ wallet: checksumAddress(wallet), owner: checksumAddress(wallet), name: shown.name }],
      ])
    }
    expect((await get('/merchants?q=10%25%25')).json().merchants).toEqual([])
    expect((await get('/merchants?q=umlaut_tea')).json().merchants).toEqual([])
  })

  test('behavior: filters by plan and status, and has pages', async () => {
    const seller = await aSeller(app)
    const ownQuery = `q=${seller.wallet}`
    const count = async (query: string) =>
      (await get(`/merchants?${query}`)).json().merchants.length
    expect(await count(`${ownQuery}&plan=enterprise&status=active`)).toBe(1)
    expect(await count(`${ownQuery}&plan=starter`)).toBe(0)
    expect(await count(`${ownQuery}&status=suspended`)).toBe(0)

    const wallets: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { merchants: { wallet: string }[]; nextCursor: string | null } = (
        await get(`/merchants?limit=2&cursor=${cursor}`)
      ).json()
      wallets.push(...page.merchants.map(({ wallet }) => wallet))
      cursor = page.nextCursor
    }
    const { rows } = await app.ctx.db.query('select 1 from merchants')
    expect([wallets.length, new Set(wallets).size]).toEqual([rows.length, rows.length])
  })

  test.each([
    '?status=x',
    '?plan=x',
    '?cursor=x',
    '?cursor=1_0xAB',
    '?limit=x',
    `?q=${'x'.repeat(101)}`,
  ])('error: %s', async (query) => {
    const response = await get(`/merchants${query}`)
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
  })

  test('error: other people and keys are refused', async () => {
    const seller = await aSeller(app)
    for (const headers of [seller.headers, seller.owner.headers]) {
      for (const path of ['/merchants', '/volume', '/relayer', '/webhooks/failed']) {
        const response = await app.inject({ url: `/api/admin${path}`, headers })
        expect([path, response.statusCode]).toEqual([path, 403])
      }
    }
  })
})

describe('/api/admin/merchants/{wallet}', () => {
  test('default: shows plans and counts', async () => {
    const { wallet } = await aSeller(app)
    const response = await get(`/merchants/${wallet}`)
    expect(response.json()).toMatchObject({
      ok: true,
      merchant: {
        wallet: checksumAddress(wallet),
        status: 'active',
        plan: 'enterprise',
        members: 1,
        keys: 1,
        receipts: 0,
        suspendedAt: null,
      },
    })
    expect(response.json().merchant.subscriptions.length).toBeGreaterThan(0)
  })

  test('behavior: changes the plan of existing keys at once, and audits it', async () => {
    const person = await signIn(app)
    const { headers, wallet } = person
    const keyRequest = { method: 'POST', url: '/api/keys', headers } as const
    const payload = { name: 'Mine', scopes: ['shop:read'] }
    const { apiKey } = (await app.inject({ ...keyRequest, payload })).json()
    const limitOf = async () =>
      (await app.inject({ url: '/api/shop/config', headers: { 'x-api-key': apiKey } })).headers[
        'x-ratelimit-limit'
      ]
    const before = await limitOf()
    const changed = await post(`/merchants/${wallet}/plan`, { plan: 'pro' })
    expect(changed.json().merchant).toMatchObject({ plan: 'pro' })
    expect([Number(before), Number(await limitOf())]).toEqual([60, 600])
    expect(await auditOf(wallet)).toEqual({
      action: 'plan.changed',
      role: 'operator',
      actor: operator.wallet,
    })
    const terms = { plan: 'enterprise', callsPerMinute: null, createdAt: app.ctx.now() } as const
    await upsertPlanSubscription(app.ctx.db, { ...terms, merchant: wallet, id: 'dsub_second' })
    const lowered = await post(`/merchants/${wallet}/plan`, { plan: 'starter' })
    expect(lowered.json().merchant).toMatchObject({
      plan: 'starter',
      subscriptions: [{ plan: 'starter' }, { plan: 'starter' }],
    })
    expect(Number(await limitOf())).toBe(60)
  })

  test('error: bad input is refused', async () => {
    const { wallet } = await signIn(app)
    const unknown = aWallet()
    for (const [path, payload, expected] of [
      [`/merchants/${unknown}/plan`, { plan: 'pro' }, [404, 'not_found']],
      [`/merchants/${unknown}/suspend`, { reason: 'Fraud' }, [404, 'not_found']],
      [`/merchants/${unknown}/resume`, {}, [404, 'not_found']],
      ['/merchants/0x12/suspend', { reason: 'Fraud' }, [400, 'invalid_wallet']],
      [`/merchants/${wallet}/plan`, { plan: 'gold' }, [400, 'invalid_input']],
      [`/merchants/${wallet}/plan`, {}, [400, 'invalid_input']],
      [`/merchants/${wallet}/suspend`, {}, [400, 'invalid_input']],
      [`/merchants/${wallet}/suspend`, { reason: '' }, [400, 'invalid_input']],
      [`/merchants/${wallet}/suspend`, { reason: ' \n' }, [400, 'invalid_input']],
      [`/merchants/${wallet}/suspend`, { reason: 'x'.repeat(501) }, [400, 'invalid_input']],
      ['/webhooks/failed/retry', { wallet, deliveryId: 'x' }, [404, 'not_found']],
      ['/webhooks/failed/retry', { wallet: 'x', deliveryId: 'x' }, [400, 'invalid_wallet']],
    ] as const) {
      const response = await post(path, payload)
      expect([path, response.statusCode, response.json().error]).toEqual([path, ...expected])
    }
    expect((await get(`/merchants/${unknown}`)).statusCode).toBe(404)
    expect((await get('/merchants/x')).statusCode).toBe(400)
  })
})

describe('GET /api/admin/volume', () => {
  test('default: equals the ledger of all merchants', async () => {
    type Day = { day: string; asset: string; sales: string; salesUsd: number; refundsUsd: number }
    const read = async (): Promise<Day> => {
      const { days } = (await get('/volume')).json()
      const manual = days.find(({ asset }: Day) => asset === 'USD')
      return manual ?? { day: '', asset: 'USD', sales: '0', salesUsd: 0, refundsUsd: 0 }
    }
    const before = await read()
    const sellers = [await aSeller(app), await aSeller(app)]
    for (const seller of sellers) {
      const lineItems = [{ label: 'Tea', priceUsd: 4.5 }]
      await seller.post('/api/receipts', { id: 'a', lineItems, totalUsd: 4.5 })
      await seller.act('/api/receipts/status', { receiptId: 'a', status: 'paid' })
    }
    const [first] = sellers
    const refund = { receiptId: 'a', buyer: aWallet(), usd: 1.5 }
    expect((await first?.act('/api/receipts/refund', refund))?.statusCode).toBe(200)

    const after = await read()
    expect(after.day).toBe('2026-01-01')
    expect(Number(after.sales) - Number(before.sales)).toBeCloseTo(9, 6)
    expect(after.salesUsd - before.salesUsd).toBeCloseTo(9, 6)
    expect(after.refundsUsd - before.refundsUsd).toBeCloseTo(1.5, 6)

    const { rows } = await app.ctx.db.query<{ wallet: `0x${string}` }>(
      'select wallet from merchants',
    )
    let refunds = 0n
    for (const { wallet } of rows) {
      const { accounts } = await getTrialBalance(app.ctx, wallet as never)
      for (const entry of accounts) if (entry.account === 'refunds') refunds += entry.usdMicros
    }
    expect(after.refundsUsd).toBeCloseTo(Number(refunds) / 1_000_000, 6)
    expect((await get('/volume?from=2025-12-01&to=2025-12-31')).json().days).toEqual([])
  })

  test('behavior: shows payments for developer plans as income', async () => {
    const bought = { wallet: aWallet(), plan: 'pro', purchaseId: 'volume' } as const
    const payment = { transactionHash: `0x${'1'.repeat(64)}`, units: baseUnits(399_000_000n) }
    await app.ctx.db.transaction((tx) =>
      grantPlan({ ...app.ctx, db: tx }, { ...bought, ...payment }),
    )
    const { days } = (await get('/volume')).json()
    expect(days).toContainEqual(expect.objectContaining({ plans: '399', plansUsd: 399 }))
  })

  test.each(['?from=x', '?from=2026-02-30', '?from=2026-01-02&to=2026-01-01', '?from=2024-01-01'])(
    'error: %s',
    async (query) => {
      const response = await get(`/volume${query}`)
      expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
    },
  )
})

describe('GET /api/admin/relayer', () => {
  test('default: shows budgets and queue, even without a chain', async () => {
    const body = (await get('/relayer')).json()
    expect(body).toMatchObject({
      ok: true,
      relayers: null,
      queue: { planned: expect.any(Number), stuck: 0, blocked: [] },
    })
    const [whole, ...purposes] = body.budgets
    expect(whole).toMatchObject({ purpose: null, usedGas: '0', maxRevertedGas: null })
    expect(BigInt(whole.maxGas)).toBe(app.ctx.config.relayerDailyGas)
    expect(purposes.map(({ purpose }: { purpose: string }) => purpose)).toContain('x402.settle')
  })

  test('behavior: does not wait for a node that never responds', { tags: 'slow' }, async () => {
    const hangs = () => new Promise<never>(() => {})
    const chain = { findBlock: hangs, findCode: hangs, getBalance: hangs, getNonce: hangs }
    const state = await describeRelayers({ ...app.ctx, chain: chain as unknown as Chain })
    expect(state).toMatchObject({ relayers: null, queue: { stuck: 0 } })
  })
})

describe('/api/admin/webhooks/failed', () => {
  test('default: lists failed deliveries of all merchants, and sends one again', async () => {
    const { wallet: merchant } = await aSeller(app)
    const url = 'https://shop.test/hook?token=s3cret'
    const ids: string[] = []
    for (const createdAt of [app.ctx.now() + 1, app.ctx.now() + 2]) {
      const fields = { merchant, url, createdAt: createdAt as never }
      ids.unshift((await aDelivery(app.ctx, fields)).delivery.id)
    }
    await aDelivery(app.ctx, { merchant, status: 'delivered' })
    const first = (await get('/webhooks/failed?limit=1')).json()
    expect(first.deliveries).toEqual([
      {
        wallet: checksumAddress(merchant),
        deliveryId: ids[0],
        event: 'receipt.status_updated',
        receiptId: 'R-1',
        url: 'https://shop.test/hook',
        attempts: 1,
        lastError: 'not_2xx',
        lastHttpStatus: 500,
        createdAt: app.ctx.now() + 2,
      },
    ])
    const second = (await get(`/webhooks/failed?limit=1&cursor=${first.nextCursor}`)).json()
    expect(second.deliveries[0].deliveryId).toBe(ids[1])

    const retried = await post('/webhooks/failed/retry', { wallet: merchant, deliveryId: ids[0] })
    expect(retried.json()).toEqual({ ok: true, deliveryId: ids[0] })
    expect(await auditOf(merchant)).toMatchObject({ action: 'webhook.redelivered' })
    const remainingDeliveries = (await get('/webhooks/failed?limit=1')).json()
    expect(remainingDeliveries.deliveries[0].deliveryId).toBe(ids[1])
    const invalidResponse = await get('/webhooks/failed?cursor=1_x')
    expect(invalidResponse.statusCode).toBe(400)
  })
})
