import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { type SignedIn, signIn } from '../../../../test/sign-in.js'
import { checksumAddress } from '../../../lib/hex.js'
import type { ShopConfig, ShopConfigChange } from '../schemas.js'

const operatorKey = generatePrivateKey()
let app: TestApp
let operator: SignedIn
beforeAll(async () => {
  const environment = { PLATFORM_ADMINS: privateKeyToAddress(operatorKey) }
  app = await createTestApp({ environment })
  operator = await signIn(app, { privateKey: operatorKey })
})
afterAll(() => app.close())

const url = '/api/admin/listings'
const aMerchant = () => signIn(app)

async function configure({ headers }: SignedIn, payload: ShopConfigChange): Promise<ShopConfig> {
  const request = { method: 'POST', url: '/api/shop/config', headers, payload } as const
  const response = await app.inject(request)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().config
}

/** Lists a shop, named as its slug unless a name is given. */
async function list(merchant: SignedIn, slug: string, name = slug) {
  return (await configure(merchant, { slug, name, listed: true })).listing
}

const decide = (merchant: SignedIn, body: object) =>
  app.inject({
    method: 'POST',
    url,
    headers: operator.headers,
    payload: { wallet: merchant.wallet, decision: 'approve', ...body },
  })

async function reviews() {
  const response = await app.inject({ url: `${url}?limit=100`, headers: operator.headers })
  expect(response.statusCode).toBe(200)
  return response.json()
}

async function isShown(slug: string): Promise<boolean> {
  const response = await app.inject(`/api/directory/shops/${slug}/items`)
  return response.statusCode === 200
}

describe('listing a shop that resembles another one', () => {
  test('default: waits for review, and the first shop keeps its listing', async () => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    expect(await list(first, 'amber-tea', 'Amber Tea')).toBe('listed')
    expect(await list(second, 'other-slug', 'Аmber Теа')).toBe('review')

    expect(await isShown('amber-tea')).toBe(true)
    expect(await isShown('other-slug')).toBe(false)
    const { headers } = second
    const { config } = (await app.inject({ url: '/api/shop/config', headers })).json()
    expect(config).toMatchObject({ listed: true, listing: 'review' })
  })

  test('behavior: compares names and slugs with each other', async () => {
    await list(await aMerchant(), 'basil-corner', 'Basil Shop')
    expect(await list(await aMerchant(), 'basil-c0rner', 'Unlike')).toBe('review')
    expect(await list(await aMerchant(), 'basil-shop', 'Unlike too')).toBe('review')
    expect(await list(await aMerchant(), 'unlike-three', 'Basil Corner')).toBe('review')
    expect(await list(await aMerchant(), 'unlike-four', 'Unlike four')).toBe('listed')
  })

  test('behavior: checks a renamed shop again', async () => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    await list(first, 'cedar-books')
    expect(await list(second, 'willow-books')).toBe('listed')
    expect(await configure(second, { name: 'Cedar Books' })).toMatchObject({ listing: 'review' })
    expect(await isShown('willow-books')).toBe(false)
    expect(await configure(second, { name: 'Willow' })).toMatchObject({ listing: 'listed' })
    expect(await isShown('willow-books')).toBe(true)
  })

  test('behavior: another spelling of its own name costs no listing', async () => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    await list(first, 'dune-lamps', 'Dune Lamps')
    await list(second, 'dune-two', 'Dune Lamps')
    await decide(second, { slug: 'dune-two', name: 'Dune Lamps' })
    expect(await configure(first, { name: 'DUNE lamps' })).toMatchObject({ listing: 'listed' })
    expect(await configure(first, { description: 'Lamps' })).toMatchObject({ listing: 'listed' })
  })

  test('behavior: lists exactly one of many shops that take a name at once', async () => {
    const merchants = await Promise.all(Array.from({ length: 5 }, aMerchant))
    const listings = await Promise.all(
      merchants.map((merchant, index) => list(merchant, `ember-${'abcde'[index]}-shop`, 'Ember')),
    )
    expect(listings.toSorted()).toEqual(['listed', 'review', 'review', 'review', 'review'])
  })

  test('behavior: a name is free once its shop is no longer listed', async () => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    await list(first, 'fern-garden')
    expect(await list(second, 'fern-two', 'Fern Garden')).toBe('review')
    await configure(first, { listed: false })
    expect(await configure(second, { description: 'Ferns' })).toMatchObject({ listing: 'listed' })
    expect(await configure(first, { listed: true })).toMatchObject({ listing: 'review' })
  })

  test('behavior: the listing cannot be set', async () => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    await list(first, 'grove-inn')
    await list(second, 'grove-two', 'Grove Inn')
    const change = { listing: 'listed', description: 'Ours' } as ShopConfigChange
    expect(await configure(second, change)).toMatchObject({ listing: 'review' })
  })
})

describe('GET /api/admin/listings', () => {
  test('default', async () => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    await list(first, 'hazel-ink', 'Hazel Ink')
    await list(second, 'hazel-two', 'HazeI lnk')
    const { ok, listings, total } = await reviews()
    expect(ok).toBe(true)
    expect(total).toBe(listings.length)
    const wallet = checksumAddress(second.wallet)
    expect(listings.find((listing: { wallet: string }) => listing.wallet === wallet)).toEqual({
      wallet,
      name: 'HazeI lnk',
      slug: 'hazel-two',
      since: app.ctx.now(),
      resembles: [{ wallet: checksumAddress(first.wallet), name: 'Hazel Ink', slug: 'hazel-ink' }],
    })
  })

  test('error: allows only operators', async () => {
    const { headers } = await aMerchant()
    for (const method of ['GET', 'POST'] as const) {
      const payload = { wallet: operator.wallet, name: 'x', slug: 'x', decision: 'approve' }
      const request = method === 'GET' ? {} : { payload }
      expect((await app.inject({ method, url, headers, ...request })).statusCode).toBe(403)
      expect((await app.inject({ method, url, ...request })).statusCode).toBe(401)
    }
  })
})

describe('POST /api/admin/listings', () => {
  test('default: approves a listing', async () => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    await list(first, 'iris-cafe')
    await list(second, 'iris-two', 'Iris Café')
    const response = await decide(second, { slug: 'iris-two', name: 'Iris Café' })
    expect(response.statusCode).toBe(200)
    const wallet = checksumAddress(second.wallet)
    expect(response.json()).toEqual({ ok: true, wallet, listing: 'listed' })
    expect([await isShown('iris-cafe'), await isShown('iris-two')]).toEqual([true, true])

    // The approval lasts while the shop keeps its name and slug.
    await configure(second, { listed: false })
    expect(await configure(second, { listed: true })).toMatchObject({ listing: 'listed' })
    expect(await configure(second, { name: 'Iris-Café' })).toMatchObject({ listing: 'review' })
    const { rows } = await app.ctx.db.query(
      `select actor, role, before, after from audit_entries
       where merchant = $1 and action = 'shop.listing_approved'`,
      [second.wallet],
    )
    expect(rows).toEqual([
      {
        actor: operator.wallet,
        role: 'operator',
        before: { listing: 'review' },
        after: { listing: 'listed' },
      },
    ])
  })

  test('behavior: rejects a listing until the shop has another name', async () => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    await list(first, 'juniper-bar')
    const reviewedTerms = { slug: 'juniper-two', name: 'Juniper Bar' }
    await list(second, reviewedTerms.slug, reviewedTerms.name)
    const response = await decide(second, { ...reviewedTerms, decision: 'reject' })
    expect(response.json()).toMatchObject({ listing: 'rejected' })
    expect(await configure(second, { description: 'Bar' })).toMatchObject({ listing: 'rejected' })
    await configure(second, { listed: false })
    expect(await configure(second, { listed: true })).toMatchObject({ listing: 'rejected' })
    expect(await configure(second, { name: 'Kiosk' })).toMatchObject({ listing: 'listed' })
  })

  test('error: a decision about another name or slug changes nothing', async () => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    await list(first, 'linden-spa')
    await list(second, 'linden-two', 'Linden Spa')
    for (const terms of [
      { slug: 'linden-two', name: 'Linden' },
      { slug: 'linden-three', name: 'Linden Spa' },
    ]) {
      expect((await decide(second, terms)).json()).toMatchObject({ error: 'conflict' })
    }
    expect(await isShown('linden-two')).toBe(false)
    await configure(second, { listed: false })
    const lateResponse = await decide(second, { slug: 'linden-two', name: 'Linden Spa' })
    expect(lateResponse.statusCode).toBe(409)
  })

  test.each([
    [400, { wallet: 'unknown', slug: 'x', name: 'x' }],
    [400, { slug: 'x', name: 'x', decision: 'maybe' }],
    [400, { slug: 'x' }],
    [404, { slug: 'x', name: 'x' }],
  ])('error: %i for %j', async (status, body) => {
    expect((await decide(await aMerchant(), body)).statusCode).toBe(status)
  })
})
