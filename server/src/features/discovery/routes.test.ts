import { checkEndpointSchema, discoverOriginSchema } from '@agentcash/discovery'
import { extractOfferPayload, verifyOfferSignatureJWS } from '@x402/extensions/offer-receipt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp, testNow } from '../../../test/harness.js'
import { unixMs } from '../../lib/time.js'
import { createOfferSigner } from '../x402/offers/offer-signer.js'

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await createTestApp()
  origin = await app.server.listen({ port: 0, host: '127.0.0.1' })
  await aShop('blue-cafe')
  await aShop('green-tea')
  await aShop('hidden-shop', { config: { listed: false } })
})
afterAll(() => app.close())

const item = { sku: 'MUG', name: 'Mug', priceUsd: 8 }

/** A shop that agents can buy from, unless the options say otherwise. */
function aShop(slug: string, options: Parameters<typeof aSeller>[1] = {}) {
  const shown = { name: slug, slug, description: `About ${slug}`, categories: ['Drinks'] }
  const config = { ...shown, listed: true, ...options.config }
  return aSeller(app, { items: [item], ...options, config })
}

async function resources(query = '') {
  const response = await app.inject(`/discovery/resources${query}`)
  expect(response.statusCode).toBe(200)
  return response.json()
}

describe('GET /openapi.json', () => {
  test('behavior: a directory of paid APIs classifies the routes', async () => {
    const schema = await discoverOriginSchema({ target: origin })
    if (!schema.found) throw new Error(schema.message)
    const classified = new Map(
      schema.endpoints.map(({ method, path, authMode, price }) => [
        `${method} ${path}`,
        [authMode, price],
      ]),
    )
    expect(classified.get('POST /api/x402/orders')).toEqual(['paid', '0.10-100000.00 USD'])
    expect(classified.get('POST /api/x402/subscribe')).toEqual(['paid', '0.00-5000.00 USD'])
    expect(classified.get('GET /api/directory/shops')).toEqual(['siwx', undefined])
    expect(classified.get('GET /api/directory/shops/{slug}/items')).toEqual(['siwx', undefined])
  })

  test.each(['orders', 'subscribe'])(
    'behavior: its probe of %s without a body finds the payment',
    async (name) => {
      const url = `${origin}/api/x402/${name}`
      const checkEndpointResult = await checkEndpointSchema({ url, probe: true })
      if (!checkEndpointResult.found) throw new Error(checkEndpointResult.message)
      expect(checkEndpointResult.advisories).toMatchObject([
        { method: 'POST', authMode: 'paid', paymentOptions: [{ protocol: 'x402' }] },
      ])
    },
  )
})

describe('GET /.well-known/x402', () => {
  test('default', async () => {
    const response = await app.inject('/.well-known/x402')
    expect(response.headers['cache-control']).toBe('public, max-age=300')
    expect(response.json()).toEqual({
      x402Version: 2,
      openapi: ['http://tally.test/openapi.json'],
      version: 1,
      resources: [
        'POST http://tally.test/api/x402/orders',
        'POST http://tally.test/api/x402/subscribe',
      ],
    })
  })
})

describe('GET /llms.txt', () => {
  test('default', async () => {
    const response = await app.inject('/llms.txt')
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(response.body).toMatch(/^# Tallystick\n\n> /)
    expect(response.body).toContain('test USDC')
    expect(response.body).toContain("setSpendControls({ maxAmountPerPayment: '$1000' })")
    expect(response.body).toContain('wrapFetchWithPayment(fetch, wallet, 1000_000000n)')
    expect(response.body.length).toBeLessThan(6_000)
  })

  test('behavior: names only routes that exist', async () => {
    const { body } = await app.inject('/llms.txt')
    const named = [...body.matchAll(/http:\/\/tally\.test(\/[\w./{}-]*[\w}])/g)]
    const paths = app.routes.map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'))
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter(([, path = '']) => !paths.includes(path))).toEqual([])
  })
})

describe('GET /.well-known/did.json', () => {
  test('default', async () => {
    const { config } = app.ctx
    const signer = createOfferSigner(config)
    const document = (await app.inject('/.well-known/did.json')).json()
    expect(document).toEqual(signer.document)

    const terms = {
      scheme: 'exact',
      network: 'eip155:84532',
      asset: '0x1',
      payTo: '0x2',
      amount: '1',
    }
    const extensions = signer.signOffer({
      resourceUrl: `${config.baseUrl}/api/x402/orders`,
      terms,
      expiresAt: unixMs(testNow + 300_000),
    })
    const [offer] = extensions['offer-receipt'].info.offers as {
      format: 'jws'
      signature: string
    }[]
    if (!offer) throw new Error('no offer')
    const key = document.verificationMethod[0].publicKeyJwk
    expect(await verifyOfferSignatureJWS(offer, key)).toEqual(extractOfferPayload(offer))
  })
})

describe('GET /discovery/resources', () => {
  test('default', async () => {
    const { x402Version, items, pagination } = await resources()
    expect({ x402Version, pagination }).toEqual({
      x402Version: 2,
      pagination: { limit: 20, offset: 0, total: 3 },
    })
    expect(items[1]).toEqual({
      resource: 'http://tally.test/api/x402/orders',
      type: 'http',
      x402Version: 2,
      accepts: [
        {
          scheme: 'exact',
          network: 'eip155:84532',
          amount: '100000',
          asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
          payTo: '0x0000000000000000000000000000000000000000',
          maxTimeoutSeconds: 300,
          extra: { name: 'USDC', version: '2' },
        },
      ],
      lastUpdated: testNow / 1_000,
      metadata: {
        method: 'POST',
        provider: 'blue-cafe',
        description: 'About blue-cafe',
        categories: ['Drinks'],
        keywords: [],
        items: 'http://tally.test/api/directory/shops/blue-cafe/items',
        input: { shopSlug: 'blue-cafe', items: [{ sku: 'MUG', qty: 1 }] },
      },
    })
  })

  test('behavior: the plans come first, and unlisted shops are left out', async () => {
    const { items } = await resources()
    expect(items.map((item: { resource: string }) => new URL(item.resource).pathname)).toEqual([
      '/api/x402/subscribe',
      '/api/x402/orders',
      '/api/x402/orders',
    ])
    expect(items[0].accepts[0]).toMatchObject({ amount: '399000000' })
  })

  test('behavior: pages have no gaps and no repeats', async () => {
    const all = (await resources()).items
    const pages = await Promise.all(
      [0, 1, 2, 3].map((offset) => resources(`?limit=1&offset=${offset}`)),
    )
    expect(pages.flatMap(({ items }) => items)).toEqual(all)
    expect(pages.map(({ pagination }) => pagination.total)).toEqual([3, 3, 3, 3])
  })

  test('behavior: another type matches nothing', async () => {
    expect((await resources('?type=http')).items).toHaveLength(3)
    expect((await resources('?type=mcp')).items).toEqual([])
  })

  test('error: an offset that is not a number', async () => {
    const response = await app.inject('/discovery/resources?offset=many')
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
  })
})
