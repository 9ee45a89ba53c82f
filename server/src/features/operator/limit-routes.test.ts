import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'
import { loadMerchantLimits } from '../../auth/limits/follow-merchant-limits.js'
import { checksumAddress } from '../../lib/hex.js'
import { createLimits } from '../../platform/limits/limit-settings.js'
import { maxOfMerchant } from '../../platform/limits/max-of.js'

const operatorKey = generatePrivateKey()
const ownAddress = aWallet()
let app: TestApp
let operator: SignedIn
beforeAll(async () => {
  const environment = {
    PLATFORM_ADMINS: privateKeyToAddress(operatorKey),
    OWN_MERCHANTS: ownAddress,
  }
  app = await createTestApp({ environment })
  operator = await signIn(app, { privateKey: operatorKey })
})
afterAll(() => app.close())

const urlOf = (wallet: string) => `/api/admin/merchants/${wallet}/limits`
const get = (wallet: string) => app.inject({ url: urlOf(wallet), headers: operator.headers })
const put = (wallet: string, limits: object) =>
  app.inject({
    method: 'PUT',
    url: urlOf(wallet),
    headers: operator.headers,
    payload: { limits },
  })
const useOf = async (apiKey: string) => {
  const response = await app.inject({
    url: '/api/billing/limits',
    headers: { 'x-api-key': apiKey },
  })
  expect(response.statusCode).toBe(200)
  return response.json()
}

describe('PUT /api/admin/merchants/{wallet}/limits', () => {
  test('default: takes effect at once, and null returns to the limit of the platform', async () => {
    const { wallet, apiKey } = await aDeveloper(app.ctx, { plan: 'pro' })
    const response = await put(wallet, { 'pro-calls': 2, webhooks: 20 })
    expect(response.json()).toMatchObject({
      ok: true,
      wallet: checksumAddress(wallet),
      isOwn: false,
      limits: { 'pro-calls': 2, webhooks: 20 },
      inForce: { 'pro-calls': 2, webhooks: 20, keys: 100 },
    })
    const ping = () => app.inject({ url: '/api/status/ping', headers: { 'x-api-key': apiKey } })
    const responses = [await ping(), await ping(), await ping()]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
    expect(responses[2]?.json()).toMatchObject({ limit: 'pro-calls' })

    await put(wallet, { 'pro-calls': null })
    expect((await get(wallet)).json()).toMatchObject({
      limits: { webhooks: 20 },
      inForce: { 'pro-calls': 600 },
    })
    const { rows } = await app.ctx.db.query(
      `select action, role, before, after from audit_entries where merchant = $1 order by seq`,
      [wallet],
    )
    expect(rows).toMatchObject([
      {
        action: 'merchant.limits_changed',
        role: 'operator',
        before: { 'pro-calls': null, webhooks: null },
        after: { 'pro-calls': 2, webhooks: 20 },
      },
      { before: { 'pro-calls': 2 }, after: { 'pro-calls': null } },
    ])
  })

  test('behavior: other processes apply every change once', async () => {
    const [first, second] = [await aDeveloper(app.ctx), await aDeveloper(app.ctx)]
    const other = { ...app.ctx, config: { ...app.ctx.config, limits: createLimits() } }
    await Promise.all([put(first.wallet, { keys: 5 }), put(second.wallet, { keys: 6 })])
    await loadMerchantLimits(other)
    const keysOf = (wallet: string) => maxOfMerchant(other.config, 'keys', wallet)
    expect([keysOf(first.wallet), keysOf(second.wallet)]).toEqual([5, 6])
    await put(first.wallet, { keys: null })
    await loadMerchantLimits(other)
    expect([keysOf(first.wallet), keysOf(second.wallet)]).toEqual([100, 6])
    expect(other.config.limits.merchants.has(first.wallet)).toBe(false)
  })

  test.each([
    ['webhook', 5, 'limits.webhook is not a limit of merchants'],
    ['directory', 5, 'limits.directory is not a limit of merchants'],
    ['bodies', 5, 'limits.bodies is not a limit of merchants'],
    ['keys', -1, 'limits.keys must be a whole number from 0 to 1000000000, or null.'],
    ['keys', 1.5, 'limits.keys must be a whole number'],
    ['gas', 101, 'limits.gas must be a number from 0.01 to 100, or null.'],
  ])('error: 400 for %s: %d', async (name, value, message) => {
    const { wallet } = await aDeveloper(app.ctx)
    const response = await put(wallet, { [name]: value, webhooks: 1 })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
    expect(response.json().message).toContain(message)
    expect((await get(wallet)).json().limits).toEqual({})
  })

  test('error: 404 for an unknown merchant', async () => {
    expect((await put(aWallet(), { keys: 1 })).statusCode).toBe(404)
    expect((await get(aWallet())).statusCode).toBe(404)
  })
})

describe('GET /api/billing/limits', () => {
  test('default: shows the limits in force and their use', async () => {
    const { wallet, apiKey, subscriptionId } = await aDeveloper(app.ctx, { plan: 'starter' })
    const shown = await useOf(apiKey)
    expect(shown).toMatchObject({
      wallet: checksumAddress(wallet),
      isOwn: false,
      isEstablished: false,
      plans: [{ subscriptionId, plan: 'starter', receipts: { limit: 1_200, used: 0 } }],
    })
    const [{ calls }] = shown.plans
    expect(calls).toMatchObject({ limit: 60, resetAt: expect.any(Number) })
    expect(calls.used).toBeGreaterThanOrEqual(1)
    expect(shown.limits).toContainEqual({
      name: 'keys',
      counts: 'keys',
      windowSeconds: null,
      isSet: false,
      limit: 100,
      used: 1,
      resetAt: null,
    })
    expect([shown.suspension, calls.isSet]).toEqual([null, false])
    const usedOf = (name: string) =>
      shown.limits.find((limit: { name: string }) => limit.name === name).used
    expect(['members', 'webhooks', 'plans', 'former-slugs'].map(usedOf)).toEqual([1, 0, 0, 0])
    expect(usedOf('event-streams')).toBeNull()
  })

  test('behavior: marks what the operator set, and shows a suspension', async () => {
    const { wallet, apiKey } = await aDeveloper(app.ctx, { plan: 'pro' })
    expect((await put(wallet, { keys: 7, 'pro-calls': 900 })).statusCode).toBe(200)
    const suspended = await app.inject({
      method: 'POST',
      url: `/api/admin/merchants/${wallet}/suspend`,
      headers: operator.headers,
      payload: { reason: 'Unusual refunds' },
    })
    expect(suspended.statusCode, suspended.body).toBe(200)
    const { suspension, plans, limits } = await useOf(apiKey)
    expect(suspension).toEqual({ at: expect.any(Number), reason: 'Unusual refunds' })
    const pro = plans.find(({ plan }: { plan: string }) => plan === 'pro')
    expect(pro.calls).toMatchObject({ isSet: true, limit: 900 })
    expect(pro.receipts).toMatchObject({ isSet: false })
    const set = limits.filter(({ isSet }: { isSet: boolean }) => isSet)
    expect(set).toEqual([expect.objectContaining({ name: 'keys', limit: 7 })])
  })

  test('behavior: counts the webhooks that exist', async () => {
    const { wallet, apiKey } = await aDeveloper(app.ctx)
    const headers = { 'x-api-key': apiKey }
    const payload = { url: 'https://shop.example/hook' }
    const created = await app.inject({ method: 'POST', url: '/api/webhooks', headers, payload })
    expect(created.statusCode, created.body).toBeLessThan(300)
    expect((await useOf(apiKey)).limits).toContainEqual(
      expect.objectContaining({ name: 'webhooks', limit: 10, used: 1 }),
    )
    expect((await get(wallet)).statusCode).toBe(200)
  })

  test('behavior: a shop of the operator has no limits of plans and storage', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { wallet: ownAddress, plan: 'starter' })
    const { isOwn, isEstablished, plans, limits } = await useOf(apiKey)
    expect([isOwn, isEstablished]).toEqual([true, true])
    expect(plans.at(-1)).toMatchObject({
      calls: { limit: null, used: null },
      receipts: { limit: null },
    })
    const storedLimit = limits.find(
      ({ name }: { name: string }) => name === 'established-kilobytes',
    )
    expect(storedLimit).toMatchObject({ limit: null, used: null })
  })
})
