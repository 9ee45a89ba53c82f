import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'
import type { TaxJurisdiction } from './schemas.js'

let app: TestApp
let apiKey: string
beforeAll(async () => {
  app = await createTestApp()
  apiKey = (await aDeveloper(app.ctx, { scopes: [] })).apiKey
})
afterAll(() => app.close())

const url = '/api/tax/catalog'

const get = (query: string, headers: Record<string, string> = { 'x-api-key': apiKey }) =>
  app.inject({ url: url + query, headers })

async function listed(query: string, headers?: Record<string, string>): Promise<TaxJurisdiction[]> {
  const response = await get(query, headers)
  expect(response.statusCode).toBe(200)
  return response.json().jurisdictions
}

const codes = (jurisdictions: TaxJurisdiction[]) => jurisdictions.map(({ code }) => code)

async function override({ headers }: SignedIn, overrides: object[]) {
  const payload = { tax: { overrides } }
  const response = await app.inject({
    method: 'POST',
    url: '/api/shop/config',
    headers,
    payload,
  })
  expect(response.statusCode).toBe(200)
}

describe('GET /api/tax/catalog', () => {
  test('default', async () => {
    const response = await get('?code=US-CA')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      ok: true,
      jurisdictions: [
        {
          code: 'US-CA',
          country: 'US',
          region: 'CA',
          name: 'California',
          rate: 0.0725,
          components: [
            { code: 'state', name: 'State', rate: 0.06 },
            { code: 'county', name: 'County', rate: 0.0125 },
          ],
          effectiveFrom: '2017-01-01',
          source: 'California Department of Tax and Fee Administration',
          kind: 'catalogue',
        },
      ],
      provider: 'static',
      updatedAt: Date.UTC(2026, 0, 1),
    })
  })

  test('behavior: returns a null region for a whole country', async () => {
    const [germany] = await listed('?code=de')
    expect(germany).toMatchObject({ code: 'DE', region: null, rate: 0.19 })
  })

  test('behavior: lists everything in a fixed order without filters', async () => {
    const everything = codes(await listed(''))
    expect(everything.length).toBeGreaterThan(100)
    expect(everything).toEqual(everything.toSorted())
    expect(codes(await listed('?country=&q=&code='))).toEqual(everything)
  })

  test('behavior: combines filters', async () => {
    expect(await listed('?country=us')).toHaveLength(51)
    expect(codes(await listed('?country=CA&q=hst'))).toEqual([
      'CA-NB',
      'CA-NL',
      'CA-NS',
      'CA-ON',
      'CA-PE',
    ])
    expect(codes(await listed('?q=quebec'))).toEqual(['CA-QC'])
    expect(await listed('?country=US&code=DE')).toEqual([])
  })

  test('behavior: unknown and malformed values match nothing', async () => {
    for (const query of [
      '?country=ZZ',
      '?country=USA',
      '?country=1',
      '?code=US',
      '?code=US-CA-LA',
    ]) {
      expect(await listed(query)).toEqual([])
    }
  })

  test('behavior: ignores unknown parameters', async () => {
    expect(await listed('?code=DE&limit=x&code%5B%5D=FR&wallet=unknown')).toHaveLength(1)
  })

  test("behavior: a merchant's own rates replace and extend the catalog", async () => {
    const owner = await signIn(app)
    const components = [
      { code: 'State', name: 'State', rate: 0.06 },
      { code: 'LA', name: 'Los Ángeles', rate: 0.0375 },
    ]
    await override(owner, [
      { code: 'us-ca', components },
      { code: 'us-lax', components },
    ])

    const ownPlan = {
      rate: 0.0975,
      components: [
        { code: 'state', name: 'State', rate: 0.06 },
        { code: 'la', name: 'Los Ángeles', rate: 0.0375 },
      ],
      effectiveFrom: null,
      source: 'Set by the merchant',
      kind: 'merchant',
    }
    expect(await listed('?q=los%20angeles', owner.headers)).toEqual([
      { code: 'US-CA', country: 'US', region: 'CA', name: 'California', ...ownPlan },
      { code: 'US-LAX', country: 'US', region: 'LAX', name: 'US-LAX', ...ownPlan },
    ])
    expect(await listed('?country=US', owner.headers)).toHaveLength(52)
  })

  test("behavior: hides another merchant's rates", async () => {
    const [owner, thirdParty] = [await signIn(app), await signIn(app)]
    const components = [{ code: 'secret', name: 'Secret', rate: 0.5 }]
    await override(owner, [
      { code: 'US-CA', components },
      { code: 'ZZ', components },
    ])

    const query = `?wallet=${owner.wallet}`
    expect(await listed(query, owner.headers)).toContainEqual(
      expect.objectContaining({ code: 'ZZ' }),
    )
    const jurisdictions = await listed(query)
    expect(jurisdictions.every(({ kind }) => kind === 'catalogue')).toBe(true)
    expect(codes(jurisdictions)).not.toContain('ZZ')
    expect(await listed('', thirdParty.headers)).toEqual(jurisdictions)
    expect((await get(query, thirdParty.headers)).statusCode).toBe(403)
  })

  test('behavior: component rates sum to the rate, even as decimals', async () => {
    const ppm = (rate: number) => Math.round(rate * 1_000_000)
    for (const { rate, components } of await listed('')) {
      expect(components.reduce((sum, part) => sum + ppm(part.rate), 0)).toBe(ppm(rate))
    }
  })

  test.each([
    ['%25'],
    ['_'],
    ['%5C'],
    ["'"],
    ['%22'],
    ["'%20or%201=1--"],
    ['.*'],
    ['(a%2B)%2B%24'],
    ['%E2%80%8F'],
    ['%E2%80%AE%D7%90'],
    ['%'],
    ['%E0%A4'],
    ['%ED%A0%80'],
    ['__proto__'],
    ['a'.repeat(5_000)],
    ['%CC%81'.repeat(1_000)],
  ])('behavior: treats hostile text as text, %s', async (text) => {
    for (const field of ['country', 'code', 'q']) {
      expect((await get(`?${field}=${text}`)).statusCode).toBe(200)
    }
    expect(await listed(`?country=${text}`)).toEqual([])
    expect(await listed(`?code=${text}`)).toEqual([])
  })

  test.each([['?country=US&country=CA'], ['?code=DE&code=DE'], ['?q=a&q=b&q=c'], ['?q=%00']])(
    'error: refuses %s',
    async (query) => {
      const response = await get(query)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ error: 'invalid_input' })
    },
  )

  test('error: refuses an anonymous request', async () => {
    for (const headers of [{}, { 'x-api-key': 'nonsense' }]) {
      const response = await get('', headers)
      expect(response.statusCode).toBe(401)
    }
  })

  test('behavior: every role can read it', async () => {
    const [owner, viewer] = [await signIn(app), await signIn(app)]
    await app.ctx.db.query(
      `insert into members (merchant, person, role, created_at, joined_at) values ($1, $2, 'viewer', 0, 0)`,
      [owner.wallet, viewer.wallet],
    )
    await override(owner, [{ code: 'ZZ', components: [{ code: 'a', name: 'A', rate: 0.1 }] }])
    expect(await listed(`?wallet=${owner.wallet}&code=ZZ`, viewer.headers)).toHaveLength(1)
  })
})
