import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp, testNow } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'
import { testConfig } from '../../../test/test-config.js'
import { createAccess } from '../../auth/access.js'
import { type Address, checksumAddress } from '../../lib/hex.js'
import { ConfigError } from '../../platform/config/setting.js'
import { createHttpServer } from '../../platform/http/create-http-server.js'
import { shopRoutes } from './routes.js'

const directory = mkdtempSync(join(tmpdir(), 'tallystick-shop-'))
const siteFile = join(directory, 'site.json')
writeFileSync(siteFile, '{"theme":{"primaryColor":"#123456","brandName":"Market"}}')
afterAll(() => rmSync(directory, { recursive: true }))

let app: TestApp
let privateApp: TestApp
beforeAll(async () => {
  app = await createTestApp()
  privateApp = await createTestApp({
    environment: { SITE_CONFIG_PUBLIC: 'false', SITE_CONFIG_FILE: siteFile },
  })
})
afterAll(async () => {
  await app.close()
  await privateApp.close()
})

const url = '/api/shop/config'

const get = (headers: Record<string, string>, query = '') =>
  app.inject({ url: url + query, headers })

const post = ({ headers }: Pick<SignedIn, 'headers'>, payload: object | string) =>
  app.inject({ method: 'POST', url, headers, payload })

async function addMember(input: { merchant: Address; wallet: Address; role: string }) {
  await app.ctx.db.query(
    `insert into members (merchant, person, role, created_at, joined_at) values ($1, $2, $3, 0, 0)`,
    [input.merchant, input.wallet, input.role],
  )
}

describe('GET /api/shop/config', () => {
  test('default', async () => {
    const { apiKey, wallet } = await aDeveloper(app.ctx)
    const response = await get({ 'x-api-key': apiKey })

    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      config: {
        wallet: checksumAddress(wallet),
        slug: '',
        name: '',
        description: '',
        brandKey: 'default',
        industryPack: '',
        categories: [],
        keywords: [],
        listed: false,
        timeZone: 'UTC',
        listing: 'unlisted',
        theme: {
          primaryColor: '#8A4B14',
          secondaryColor: '#1C1B19',
          brandLogoUrl: '',
          brandFaviconUrl: '',
          coverPhotoUrl: '',
          brandName: '',
          fontFamily: 'system-ui',
          receiptBackgroundUrl: '',
        },
        layout: { mode: 'grid', showCategories: true, showSearch: true },
        tax: {
          defaultJurisdictionCode: null,
          defaultTaxRate: null,
          priceIncludesTax: false,
          taxId: '',
          overrides: [],
        },
        fees: { processingFeePct: 0 },
        payments: {
          defaultPaymentToken: 'USDC',
          acceptedTokens: ['USDC', 'USDT', 'EURC', 'ETH'],
          expiryMinutes: null,
        },
        publicOrders: { returnOrigins: [], jurisdictionCodes: [], embedOrigins: [] },
        storefront: {
          tagline: '',
          isOpen: true,
          closedNote: '',
          buyerFields: { email: 'optional', name: 'optional', phone: 'off', address: 'off' },
        },
        refundLimitUsd: 100,
        contact: {
          email: '',
          url: '',
          phone: '',
          returnPolicyUrl: '',
          termsUrl: '',
          privacyUrl: '',
        },
        pricing: {
          acceptedCurrencies: ['USD', 'EUR'],
          rateProvider: null,
          ratePins: { EUR: null },
        },
        revision: 0,
        updatedAt: 0,
      },
    })
  })

  test("behavior: returns the signed-in person's own shop", async () => {
    const owner = await signIn(app)
    const { config } = (await get(owner.headers)).json()
    expect(config.wallet).toBe(checksumAddress(owner.wallet))
  })

  test('behavior: a key returns its own merchant and ignores `wallet`', async () => {
    const [owner, other] = [await signIn(app), await aDeveloper(app.ctx)]
    await post(owner, { name: 'Private' })
    const response = await get({ 'x-api-key': other.apiKey }, `?wallet=${owner.wallet}`)
    expect(response.json().config).toMatchObject({
      wallet: checksumAddress(other.wallet),
      name: '',
    })
  })

  test('behavior: members select the merchant with `wallet`', async () => {
    const [owner, viewer] = [await signIn(app), await signIn(app)]
    await post(owner, { name: 'Blue' })
    await addMember({ merchant: owner.wallet, wallet: viewer.wallet, role: 'viewer' })
    const response = await get(viewer.headers, `?wallet=${owner.wallet}`)
    expect(response.json().config.name).toBe('Blue')
  })

  test("behavior: the theme defaults to the site's", async () => {
    const { apiKey } = await aDeveloper(privateApp.ctx)
    const response = await privateApp.inject({ url, headers: { 'x-api-key': apiKey } })
    expect(response.json().config.theme).toMatchObject({ primaryColor: '#123456', brandName: '' })
  })

  test('error: refuses an anonymous request', async () => {
    expect((await get({})).statusCode).toBe(401)
  })

  test('error: refuses a key without the scope', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { scopes: ['receipts:read'] })
    const response = await get({ 'x-api-key': apiKey })
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ error: 'forbidden', requiredScope: 'shop:read' })
  })

  test('error: refuses a person who is not a member', async () => {
    const [owner, thirdParty] = [await signIn(app), await signIn(app)]
    const response = await get(thirdParty.headers, `?wallet=${owner.wallet}`)
    expect(response.statusCode).toBe(403)
  })
})

describe('POST /api/shop/config', () => {
  test('default', async () => {
    const owner = await signIn(app)
    const change = {
      slug: 'blue-cafe',
      name: 'Blue Café',
      listed: true,
      tax: {
        overrides: [{ code: 'us-ca', components: [{ code: 'STATE', name: 'State', rate: 0.06 }] }],
      },
      payments: { acceptedTokens: ['ETH', 'USDC'], expiryMinutes: 30 },
      pricing: { acceptedCurrencies: ['EUR'], ratePins: { EUR: 1.1 } },
    }
    const response = await post(owner, change)

    expect(response.statusCode).toBe(200)
    const { ok, config } = response.json()
    expect(ok).toBe(true)
    expect(config).toMatchObject({
      ...change,
      wallet: checksumAddress(owner.wallet),
      tax: {
        overrides: [{ code: 'US-CA', components: [{ code: 'state', name: 'State', rate: 0.06 }] }],
      },
      updatedAt: testNow,
    })
    expect((await get(owner.headers)).json()).toEqual({ config })
  })

  test('behavior: accepts the result of GET', async () => {
    const owner = await signIn(app)
    await post(owner, { name: 'Blue' })
    const shown = (await get(owner.headers)).json()
    const response = await post(owner, shown.config)
    expect(response.json()).toEqual({ ok: true, ...shown })
  })

  test('behavior: ignores unknown fields', async () => {
    const owner = await signIn(app)
    const response = await post(owner, {
      color: 'red',
      brandKey: 5,
      updatedAt: 'x',
      theme: { css: 1 },
    })
    expect(response.statusCode).toBe(200)
    expect(response.json().config).not.toHaveProperty('color')
    expect(response.json().config).toMatchObject({ brandKey: 'default', updatedAt: 0 })
  })

  test('error: limits changes of names, but not of other settings', async () => {
    const owner = await signIn(app)
    await app.ctx.db.query(
      `insert into rate_windows (bucket, ends_at, used, granted)
       values ($1, (extract(epoch from clock_timestamp()) * 1000)::bigint + 60000, 100, 0)`,
      [`shop-names:merchant:${owner.wallet}`],
    )
    for (const change of [{ name: 'Blue' }, { slug: 'blue-limit' }, { listed: true }]) {
      const response = await post(owner, change)
      expect(response.statusCode).toBe(429)
      expect(response.json()).toMatchObject({ error: 'rate_limited', limit: 'shop-names' })
    }
    expect((await post(owner, { description: 'Tea' })).statusCode).toBe(200)
  })

  test('behavior: stores the canonical name of the time zone', async () => {
    const owner = await signIn(app)
    const change = (timeZone: string) => post(owner, { timeZone })
    const response = await change('asia/calcutta')
    expect(response.json().config).toMatchObject({ timeZone: 'Asia/Kolkata', revision: 1 })
    expect((await change('Asia/Kolkata')).json().config.revision).toBe(1)
    for (const timeZone of ['Mars/Base', '+05:30', '', 7]) {
      const refused = await post(owner, { timeZone })
      expect([refused.statusCode, refused.json().error]).toEqual([400, 'invalid_input'])
    }
  })

  test('behavior: records changes in the audit log', async () => {
    const [owner, admin] = [await signIn(app), await signIn(app)]
    await addMember({ merchant: owner.wallet, wallet: admin.wallet, role: 'admin' })
    await post(admin, { wallet: owner.wallet, name: 'Blue' })

    const { entries } = (await app.inject({ url: '/api/audit', headers: owner.headers })).json()
    expect(entries[0]).toMatchObject({
      action: 'shop.updated',
      actor: checksumAddress(admin.wallet),
      role: 'admin',
      target: owner.wallet,
      before: { name: '' },
      after: { name: 'Blue' },
    })
  })

  test('error: only the owner renames a shop that is or was listed', async () => {
    const [owner, admin] = [await signIn(app), await signIn(app)]
    await addMember({ merchant: owner.wallet, wallet: admin.wallet, role: 'admin' })
    const asAdmin = (change: object) => post(admin, { wallet: owner.wallet, ...change })
    const shop = { name: 'Cobalt Cups', slug: 'cobalt-cups' }
    expect((await asAdmin(shop)).statusCode).toBe(200)
    await post(owner, { listed: true })

    for (const listed of [true, false]) {
      expect((await asAdmin({ ...shop, listed, description: 'Cups' })).statusCode).toBe(200)
      for (const change of [{ name: 'Closed' }, { slug: 'cobalt-closed' }]) {
        const response = await asAdmin(change)
        expect(response.statusCode).toBe(403)
        expect(response.json()).toMatchObject({ error: 'forbidden' })
      }
    }
    const bothResponse = await asAdmin({ name: 'Closed', listed: false })
    expect(bothResponse.statusCode).toBe(403)
    expect((await post(owner, { slug: 'cobalt-mugs' })).statusCode).toBe(200)
  })

  test('error: returns 409 for a taken slug', async () => {
    const [first, second] = [await signIn(app), await signIn(app)]
    await post(first, { slug: 'first-come' })
    const response = await post(second, { slug: 'first-come' })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({
      error: 'conflict',
      message: 'The slug first-come is taken. Choose another one.',
    })
  })

  test.each<object | string>([
    '',
    '[]',
    'null',
    '"name"',
    { name: null },
    { name: 5 },
    { listed: 'true' },
    { listed: true },
    { theme: null },
    { theme: 'dark' },
    { theme: { primaryColor: 'red' } },
    { layout: { mode: 'table' } },
    { layout: { mode: null } },
    { categories: 'food' },
    { categories: [null] },
    { tax: { defaultTaxRate: '0.1' } },
    { tax: { overrides: [{ code: 'DE' }] } },
    { tax: { overrides: null } },
    { fees: { processingFeePct: '1.5' } },
    { fees: { processingFeePct: 51 } },
    { payments: { expiryMinutes: 1.5 } },
    { payments: { acceptedTokens: ['ETH'] } },
    { payments: { acceptedTokens: ['DOGE'] } },
    { pricing: [] },
    { pricing: { acceptedCurrencies: [] } },
    { pricing: { rateProvider: 'me' } },
    { pricing: { ratePins: { EUR: 108 } } },
  ])('error: refuses %j', async (payload) => {
    const owner = await signIn(app)
    const headers = { ...owner.headers, 'content-type': 'application/json' }
    const response = await post({ headers }, payload)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error: 'invalid_input', message: expect.any(String) })
    expect((await get(owner.headers)).json().config.updatedAt).toBe(0)
  })

  test('error: refuses a developer key', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    const response = await post({ headers: { 'x-api-key': apiKey } }, { name: 'Blue' })
    expect(response.statusCode).toBe(403)
  })

  test('error: refuses an anonymous request', async () => {
    expect((await post({ headers: {} }, { name: 'Blue' })).statusCode).toBe(401)
  })

  test('error: refuses a request without the CSRF token', async () => {
    const { cookie } = await signIn(app)
    expect((await post({ headers: { cookie } }, { name: 'Blue' })).statusCode).toBe(403)
  })

  test.each(['cashier', 'viewer'])('error: refuses a %s', async (role) => {
    const [owner, member] = [await signIn(app), await signIn(app)]
    await addMember({ merchant: owner.wallet, wallet: member.wallet, role })
    const response = await post(member, { wallet: owner.wallet, name: 'Mine now' })
    expect(response.statusCode).toBe(403)
    expect((await get(owner.headers)).json().config.name).toBe('')
  })
})

describe('GET /api/site/config', () => {
  const site = '/api/site/config'

  test('default', async () => {
    const response = await app.inject(site)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      theme: {
        primaryColor: '#8A4B14',
        secondaryColor: '#1C1B19',
        brandLogoUrl: '',
        brandFaviconUrl: '',
        brandName: 'Tallystick',
        fontFamily: 'system-ui',
        receiptBackgroundUrl: '',
      },
      defaultPaymentToken: 'USDC',
      processingFeePct: 0.5,
    })
  })

  test('behavior: accepts a key when it is not public', async () => {
    const { apiKey } = await aDeveloper(privateApp.ctx, { scopes: ['receipts:read'] })
    const headers = { 'x-api-key': apiKey }
    const response = await privateApp.inject({ url: site, headers })
    expect(response.json().theme).toMatchObject({ primaryColor: '#123456', brandName: 'Market' })
  })

  test('behavior: accepts a session when it is not public', async () => {
    const { headers } = await signIn(privateApp)
    expect((await privateApp.inject({ url: site, headers })).statusCode).toBe(200)
  })

  test('error: refuses an anonymous request when it is not public', async () => {
    const response = await privateApp.inject(site)
    expect([response.statusCode, response.json().error]).toEqual([403, 'forbidden'])
    const headers = { 'x-api-key': 'tly_test_typo' }
    expect((await privateApp.inject({ url: site, headers })).statusCode).toBe(401)
  })

  test('error: does not start with a broken file', async () => {
    const broken = join(directory, 'broken.json')
    writeFileSync(broken, '{"theme":{"primaryColor":"red"}}')
    const ctx = { ...app.ctx, config: testConfig({ SITE_CONFIG_FILE: broken }) }
    const { server } = createHttpServer(ctx)
    const access = createAccess(ctx)
    const registered = async () => await server.register(shopRoutes, { ctx, access })
    await expect(registered()).rejects.toBeInstanceOf(ConfigError)
  })
})
