import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp, testNow } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'
import { type Address, checksumAddress } from '../../lib/hex.js'

let app: TestApp
/** Starts the service with two providers that have no rates yet. */
let asking: Pick<TestApp, 'inject'>
beforeAll(async () => {
  app = await createTestApp()
  asking = await app.sibling({ RATE_PROVIDERS: 'coinbase,ecb', CHAIN_ID: '8453' })
})
afterAll(() => app.close())

const url = '/api/pricing/config'

type Target = Pick<TestApp, 'inject'>
type Headers = Record<string, string>

const get = (headers: Headers, { query = '', target = app as Target } = {}) =>
  target.inject({ url: url + query, headers })

const post = (
  { headers }: Pick<SignedIn, 'headers'>,
  payload: object | string,
  target: Target = app,
) => target.inject({ method: 'POST', url, headers, payload })

const shop = async (headers: Headers) =>
  (await app.inject({ url: '/api/shop/config', headers })).json().config

async function addMember(input: { merchant: Address; wallet: Address; role: string }) {
  await app.ctx.db.query(
    `insert into members (merchant, person, role, created_at, joined_at) values ($1, $2, $3, 0, 0)`,
    [input.merchant, input.wallet, input.role],
  )
}

describe('GET /api/pricing/config', () => {
  test('default', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { scopes: [] })
    const response = await get({ 'x-api-key': apiKey })

    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      ok: true,
      config: {
        baseFeePct: 0.5,
        addOnFeePct: 0,
        totalFeePct: 0.5,
        subscriptionFeePct: 0.5,
        currencies: ['USD', 'EUR'],
        settlementToken: {
          symbol: 'USDC',
          decimals: 6,
          address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
          chainId: 84532,
        },
        plans: [
          { key: 'starter', priceUsd: 0 },
          { key: 'pro', priceUsd: 399 },
          { key: 'enterprise', priceUsd: 500 },
        ],
        rates: { EUR: { usdPerUnit: 1.08, quotedAt: testNow, provider: 'fixed' } },
        acceptedCurrencies: ['USD', 'EUR'],
        rateProvider: null,
        ratePins: { EUR: null },
        rateProviders: ['fixed'],
        updatedAt: 0,
      },
    })
  })

  test('behavior: returns the providers, chain and token of the deployment', async () => {
    const owner = await signIn(app)
    const { config } = (await get(owner.headers, { target: asking })).json()
    expect(config).toMatchObject({
      rateProviders: ['coinbase', 'ecb'],
      settlementToken: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', chainId: 8453 },
    })

    const elsewhere = await app.sibling({ CHAIN_ID: '1' })
    const other = (await get(owner.headers, { target: elsewhere })).json().config
    expect(other.settlementToken).toEqual({
      symbol: 'USDC',
      decimals: 6,
      address: null,
      chainId: 1,
    })
  })

  test('behavior: returns null for a missing rate', async () => {
    const owner = await signIn(app)
    const response = await get(owner.headers, { target: asking })
    expect(response.statusCode).toBe(200)
    expect(response.json().config).toMatchObject({ rates: { EUR: null }, baseFeePct: 0.5 })
  })

  test("behavior: uses the shop's configuration", async () => {
    const owner = await signIn(app)
    const payload = {
      fees: { processingFeePct: 1.1 },
      pricing: { acceptedCurrencies: ['EUR'], ratePins: { EUR: 1.2 } },
    }
    await app.inject({ method: 'POST', url: '/api/shop/config', headers: owner.headers, payload })

    expect((await get(owner.headers)).json().config).toMatchObject({
      addOnFeePct: 1.1,
      totalFeePct: 1.6,
      currencies: ['EUR'],
      acceptedCurrencies: ['EUR'],
      ratePins: { EUR: 1.2 },
      rates: { EUR: { usdPerUnit: 1.2, quotedAt: testNow, provider: 'pinned' } },
      updatedAt: testNow,
    })
  })

  test('behavior: a key returns its own merchant, whatever wallet is sent', async () => {
    const [owner, other] = [await signIn(app), await aDeveloper(app.ctx)]
    await post(owner, { addOnFeePct: 2 })
    const response = await get({ 'x-api-key': other.apiKey }, { query: `?wallet=${owner.wallet}` })
    expect(response.json().config.addOnFeePct).toBe(0)
  })

  test('behavior: members select the merchant with wallet', async () => {
    const [owner, viewer] = [await signIn(app), await signIn(app)]
    await post(owner, { addOnFeePct: 2 })
    await addMember({ merchant: owner.wallet, wallet: viewer.wallet, role: 'viewer' })
    const response = await get(viewer.headers, { query: `?wallet=${owner.wallet}` })
    expect(response.json().config.addOnFeePct).toBe(2)
  })

  test('error: refuses a user of another merchant', async () => {
    const [owner, thirdParty] = [await signIn(app), await signIn(app)]
    const response = await get(thirdParty.headers, { query: `?wallet=${owner.wallet}` })
    expect(response.statusCode).toBe(403)
  })

  test('error: returns 401 without authentication', async () => {
    expect((await get({})).statusCode).toBe(401)
  })
})

describe('POST /api/pricing/config', () => {
  test('default', async () => {
    const owner = await signIn(app)
    const change = {
      addOnFeePct: 1.5,
      acceptedCurrencies: ['EUR', 'USD'],
      rateProvider: 'ecb',
      ratePins: { EUR: 1.234567 },
    }
    const response = await post(owner, change, asking)

    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      ok: true,
      config: {
        ...change,
        totalFeePct: 2,
        currencies: ['EUR', 'USD'],
        rates: { EUR: { usdPerUnit: 1.234567, quotedAt: testNow, provider: 'pinned' } },
        updatedAt: testNow,
      },
    })
    expect((await get(owner.headers, { target: asking })).json()).toEqual(response.json())
    expect(await shop(owner.headers)).toMatchObject({
      fees: { processingFeePct: 1.5 },
      pricing: {
        acceptedCurrencies: ['EUR', 'USD'],
        rateProvider: 'ecb',
        ratePins: { EUR: 1.234567 },
      },
    })
  })

  test('behavior: changes any part and keeps omitted fields', async () => {
    const owner = await signIn(app)
    await post(owner, { addOnFeePct: 1.1, acceptedCurrencies: ['EUR'] })
    await post(owner, { ratePins: { EUR: 1.1 } })
    const response = await post(owner, { acceptedCurrencies: ['USD'], ratePins: {} })
    expect(response.json().config).toMatchObject({
      addOnFeePct: 1.1,
      totalFeePct: 1.6,
      acceptedCurrencies: ['USD'],
      ratePins: { EUR: 1.1 },
    })
  })

  test('behavior: null removes a pinned rate and a preferred provider', async () => {
    const owner = await signIn(app)
    await post(owner, { rateProvider: 'fixed', ratePins: { EUR: 1.1 } })
    const response = await post(owner, { rateProvider: null, ratePins: { EUR: null } })
    expect(response.json().config).toMatchObject({
      rateProvider: null,
      ratePins: { EUR: null },
      rates: { EUR: { usdPerUnit: 1.08, provider: 'fixed' } },
    })
  })

  test('behavior: ignores unknown fields and fields of the shop', async () => {
    const owner = await signIn(app)
    const payload = {
      color: 'red',
      name: 'Blue',
      fees: { processingFeePct: 9 },
      ratePins: { X: 1 },
    }
    const response = await post(owner, payload)
    expect(response.statusCode).toBe(200)
    expect(response.json().config).toMatchObject({ addOnFeePct: 0, updatedAt: 0 })
    expect(await shop(owner.headers)).toMatchObject({ name: '', updatedAt: 0 })
  })

  test('behavior: adds an audit entry with its author', async () => {
    const [owner, admin] = [await signIn(app), await signIn(app)]
    await addMember({ merchant: owner.wallet, wallet: admin.wallet, role: 'admin' })
    const response = await post(admin, { wallet: owner.wallet, addOnFeePct: 1.5 })
    expect(response.statusCode).toBe(200)

    const { entries } = (await app.inject({ url: '/api/audit', headers: owner.headers })).json()
    expect(entries[0]).toMatchObject({
      action: 'shop.updated',
      actor: checksumAddress(admin.wallet),
      role: 'admin',
      target: owner.wallet,
      before: { fees: { processingFeePct: 0 } },
      after: { fees: { processingFeePct: 1.5 } },
    })
  })

  test.each([
    'baseFeePct',
    'totalFeePct',
    'subscriptionFeePct',
    'currencies',
    'settlementToken',
    'plans',
    'rates',
    'rateProviders',
    'updatedAt',
  ])('error: refuses %s and changes nothing', async (field) => {
    const owner = await signIn(app)
    const shown = (await get(owner.headers)).json()
    for (const value of [null, 1, shown.config[field]]) {
      const response = await post(owner, { addOnFeePct: 1.5, [field]: value })
      expect(response.statusCode).toBe(403)
      expect(response.json()).toEqual({
        error: 'forbidden',
        message: expect.stringContaining(field),
      })
    }
    expect((await get(owner.headers)).json()).toEqual(shown)
  })

  test.each<object | string>([
    '',
    '[]',
    'null',
    '"addOnFeePct"',
    { addOnFeePct: null },
    { addOnFeePct: '1.5' },
    { addOnFeePct: 50.0001 },
    { addOnFeePct: -0.1 },
    { addOnFeePct: 1.23456 },
    { acceptedCurrencies: null },
    { acceptedCurrencies: 'EUR' },
    { acceptedCurrencies: [] },
    { acceptedCurrencies: [null] },
    { acceptedCurrencies: ['GBP'] },
    { acceptedCurrencies: ['EUR', 'EUR'] },
    { rateProvider: 5 },
    { rateProvider: '' },
    { rateProvider: 'none' },
    { rateProvider: 'ecb' },
    { ratePins: null },
    { ratePins: 1.08 },
    { ratePins: { EUR: '1.08' } },
    { ratePins: { EUR: 0.199999 } },
    { ratePins: { EUR: 5.000001 } },
    { ratePins: { EUR: 1.0800001 } },
    { addOnFeePct: 1, ratePins: { EUR: 108 } },
  ])('error: %j', async (payload) => {
    const owner = await signIn(app)
    const headers = { ...owner.headers, 'content-type': 'application/json' }
    const response = await post({ headers }, payload)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error: 'invalid_input', message: expect.any(String) })
    expect((await get(owner.headers)).json().config.updatedAt).toBe(0)
  })

  test('error: refuses an invalid wallet', async () => {
    const owner = await signIn(app)
    const response = await post(owner, { wallet: 'x', addOnFeePct: 1 })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ error: 'invalid_wallet' })
  })

  test('error: refuses a developer key', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const headers = { 'x-api-key': apiKey }
    const response = await post({ headers }, { addOnFeePct: 1 })
    expect(response.statusCode).toBe(403)
    expect((await get(headers)).json().config.addOnFeePct).toBe(0)
  })

  test('error: returns 401 without authentication', async () => {
    expect((await post({ headers: {} }, { addOnFeePct: 1 })).statusCode).toBe(401)
  })

  test('error: refuses a session without its CSRF token', async () => {
    const { cookie } = await signIn(app)
    expect((await post({ headers: { cookie } }, { addOnFeePct: 1 })).statusCode).toBe(403)
  })

  test.each(['cashier', 'viewer'])('error: refuses a %s', async (role) => {
    const [owner, member] = [await signIn(app), await signIn(app)]
    await addMember({ merchant: owner.wallet, wallet: member.wallet, role })
    const response = await post(member, { wallet: owner.wallet, addOnFeePct: 9 })
    expect(response.statusCode).toBe(403)
    expect((await get(owner.headers)).json().config.addOnFeePct).toBe(0)
  })
})
