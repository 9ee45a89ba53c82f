import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aListedShop, aVisitor, type ListedShop } from '../../../test/fixtures/anonymous-caller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { buildApp } from '../../app.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Form = Record<string, string>
const { open, send, fill } = aVisitor(() => app)

const countReceipts = async ({ wallet }: ListedShop) => {
  const { rows } = await app.ctx.db.query<{ count: number }>(
    'select count(*)::int as count from receipts where merchant = $1',
    [wallet],
  )
  return rows[0]?.count
}

describe('pages of a shop', () => {
  test('default: the shop, an item and the list of shops, with addresses to list', async () => {
    const shop = await aListedShop(app, { stockQty: -1 })
    const page = await open(`/shop/${shop.slug}`)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`<link rel="canonical" href="http://tally.test/shop/${shop.slug}">`)
    expect(page.body).toContain('"@type":"Store"')
    const item = await open(`/shop/${shop.slug}/items/T`)
    expect(item.body).toContain('"@type":"Product"')
    expect(item.body).toContain('"availability":"https://schema.org/InStock"')
    expect((await open('/shops')).body).toContain(`href="/shop/${shop.slug}"`)
    expect((await open('/sitemaps/shops-1.xml')).body).toContain(`/shop/${shop.slug}</loc>`)
  })

  test.each(['', '/items/T', '/cart'])(
    'behavior: %s with a slash at the end is the same page',
    async (path) => {
      const { slug } = await aListedShop(app, { stockQty: -1 })
      const page = await open(`/shop/${slug}${path}/?region=US-CA`)
      expect([page.statusCode, page.headers.location]).toEqual([
        308,
        `/shop/${slug}${path}?region=US-CA`,
      ])
    },
  )

  test('behavior: crawling every page creates no receipt and no hold', {
    tags: 'slow',
  }, async () => {
    const shop = await aListedShop(app, { stockQty: 5 })
    const cookie = await fill(shop)
    const paths = ['', '/items/T', '/cart', '/cart?region=US-CA', '/orders/rcpt_1', '/checkout']
    for (const path of paths) {
      for (let visit = 0; visit < 5; visit += 1) await open(`/shop/${shop.slug}${path}`, cookie)
    }
    expect(await countReceipts(shop)).toBe(0)
    const { rows } = await app.ctx.db.query(
      'select 1 from items where merchant = $1 and reserved_qty <> 0',
      [shop.wallet],
    )
    expect(rows).toEqual([])
  })

  test('behavior: hostile texts stay texts', async () => {
    const markup = '</title></script><script>alert(1)</script><img src=x onerror=alert(1)>'
    const shop = await aListedShop(app, { stockQty: -1 })
    const refused = await shop.post('/api/inventory', { sku: 'T', name: markup.slice(0, 80) })
    expect(refused.statusCode).toBe(400)
    const item = { sku: 'T', name: '"\' onload=alert(1) & ]]>', description: '&lt;b> '.repeat(250) }
    const stored = await shop.post('/api/inventory', item)
    expect(stored.statusCode, stored.body).toBe(200)
    for (const path of ['', '/items/T', `?q=${encodeURIComponent(markup)}`]) {
      const { body } = await open(`/shop/${shop.slug}${path}`)
      expect(body).not.toContain('<script>alert')
      expect(body).not.toContain('<img src=x')
    }
  })

  test('behavior: shows why a shop is not there', async () => {
    const shop = await aListedShop(app, { stockQty: 0 })
    const page = await open(`/shop/${shop.slug}`)
    expect(page.body).toContain('Sold out')
    await shop.act('/api/shop/config', {
      storefront: { isOpen: false, closedNote: 'Back on Monday' },
    })
    expect((await open(`/shop/${shop.slug}`)).body).toContain('Back on Monday')

    await shop.act('/api/shop/config', { slug: `${shop.slug}-new` })
    const moved = await open(`/shop/${shop.slug}/items/T?notice=added`)
    expect([moved.statusCode, moved.headers.location]).toEqual([
      308,
      `/shop/${shop.slug}-new/items/T?notice=added`,
    ])
    await app.ctx.db.query('update merchants set suspended_at = 1 where wallet = $1', [shop.wallet])
    await app.ctx.db.query(
      'with next as (update directory set version = version + 1 returning version) update shops set version = next.version from next where merchant = $1',
      [shop.wallet],
    )
    const suspended = await open(`/shop/${shop.slug}-new`)
    expect([suspended.statusCode, suspended.body]).toEqual([
      404,
      expect.stringContaining('This shop is not available'),
    ])
    for (const path of ['/shops', '/sitemaps/shops-1.xml']) {
      expect((await open(path)).body).not.toContain(`/shop/${shop.slug}`)
    }
    expect((await open('/shop/never-was')).statusCode).toBe(404)
  })
})

describe('SHOPS_PAGE=off', () => {
  test('default: removes the list of shops and the links to it, not the shops', async () => {
    const shop = await aListedShop(app, { stockQty: -1 })
    const config = { ...app.ctx.config, shopsPage: 'off' as const }
    const { server } = await buildApp({ ...app.ctx, config })
    const read = async (url: string) => {
      const { statusCode, body } = await server.inject(url)
      return [statusCode, body.includes('href="/shops"')]
    }
    expect(await read('/shops')).toEqual([404, false])
    expect(await read('/')).toEqual([200, false])
    expect(await read(`/shop/${shop.slug}`)).toEqual([200, false])
    expect((await server.inject('/sitemaps/shops-1.xml')).body).not.toContain('/shops</loc>')
    await server.close()
  })
})

describe('variants of a product', () => {
  const variant = (size: string, priceUsd: number, stockQty: number) => ({
    sku: `SHIRT-${size}`,
    name: 'Shirt',
    priceUsd,
    stockQty,
    parentSku: 'SHIRT',
    options: { size },
  })

  test('default: share a card with the lowest price, and the page of one shows them all', async () => {
    const shop = await aListedShop(app, {
      stockQty: -1,
      items: [variant('S', 20, 0), variant('L', 25, -1)],
    })
    const { body } = await open(`/shop/${shop.slug}`)
    expect(body.match(/Shirt<\/bdi>/g)).toHaveLength(1)
    expect(body).toContain('From $20.00')
    expect(body).toContain(`href="/shop/${shop.slug}/items/SHIRT-L"`)
    const page = (await open(`/shop/${shop.slug}/items/SHIRT-L`)).body
    expect(page).toContain(`href="/shop/${shop.slug}/items/SHIRT-S"`)
    expect(page).toMatch(/SHIRT-S"[^>]*><bdi>S<\/bdi><small>Sold out/)
  })
})

describe('categories of a shop', () => {
  test('default: follow the items for sale', async () => {
    const shop = await aListedShop(app, {
      items: [
        { sku: 'A', name: 'A', priceUsd: 1, category: 'Cups' },
        { sku: 'B', name: 'B', priceUsd: 1, category: 'Hidden', active: false },
      ],
    })
    const read = async () =>
      [...(await open(`/shop/${shop.slug}`)).body.matchAll(/category=(\w+)"/g)].map(
        ([, name]) => name,
      )
    expect(await read()).toEqual(['Cups'])
    await shop.post('/api/inventory', { sku: 'A', category: 'Bowls' })
    expect(await read()).toEqual(['Bowls'])
  })
})

describe('POST /shop/{slug}/checkout', () => {
  test('default: a plain form leads to the payment page, and its order has a page', async () => {
    const shop = await aListedShop(app, { stockQty: -1 })
    const cookie = await fill(shop, { qty: '2' })
    const form = { email: 'mara@example.com', name: 'Mara de Lind' }
    const placed = await send(`/shop/${shop.slug}/checkout`, form, { cookie })
    expect(placed.statusCode, placed.body).toBe(303)
    const [, id = ''] = /^\/portal\/(rcpt_\w+)\?/.exec(String(placed.headers.location)) ?? []
    const receipt = (await shop.get(`/api/receipts/${id}`)).json()
    expect(receipt).toMatchObject({
      status: 'generated',
      billingAddress: { email: 'mara@example.com', firstName: 'Mara de', lastName: 'Lind' },
    })
    const page = await open(`/shop/${shop.slug}/orders/${id}`)
    expect(page.body).toContain('Your order is waiting for payment')
    expect(page.body).not.toContain('mara@example.com')
  })

  test('error: details are missing, the shop is closed, or the item is sold out', async () => {
    const shop = await aListedShop(app, { stockQty: 1 })
    const cookie = await fill(shop)
    const checkOut = (form: Form = {}) => send(`/shop/${shop.slug}/checkout`, form, { cookie })
    await shop.act('/api/shop/config', { storefront: { buyerFields: { email: 'required' } } })
    const missing = await checkOut()
    expect([missing.statusCode, missing.body]).toEqual([
      400,
      expect.stringContaining('Fill this in to continue.'),
    ])
    await shop.act('/api/shop/config', { storefront: { isOpen: false } })
    expect((await checkOut({ email: 'a@b.example' })).statusCode).toBe(200)
    const order = { items: [{ sku: 'T', qty: 1 }] }
    const refused = await app.inject({
      method: 'POST',
      url: `/api/directory/shops/${shop.slug}/orders`,
      payload: order,
    })
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'conflict'])
    expect(await countReceipts(shop)).toBe(0)
  })

  test('error: marks the details that an order would refuse, in words of the buyer', async () => {
    const shop = await aListedShop(app, { stockQty: -1 })
    const cookie = await fill(shop)
    const buyerFields = {
      email: 'required',
      name: 'optional',
      phone: 'optional',
      address: 'required',
    }
    await shop.act('/api/shop/config', { storefront: { buyerFields } })
    const form = {
      email: 'nonsense',
      name: 'w'.repeat(120),
      phone: '\u202e1',
      line1: 'Linden Row 48\0',
      city: '',
      zip: 'x'.repeat(21),
      country: 'Narnia',
    }
    const { statusCode, body } = await send(`/shop/${shop.slug}/checkout`, form, { cookie })
    expect(statusCode).toBe(400)
    const marked = [...body.matchAll(/aria-describedby="(\w+)-problem"/g)].map(([, name]) => name)
    expect(marked).toEqual(['email', 'name', 'phone', 'line1', 'city', 'zip', 'country'])
    expect(body).toContain('Enter an email address')
    expect(body).not.toContain('billing')
    expect(await countReceipts(shop)).toBe(0)

    const good = { email: 'a@b.example', line1: 'Linden Row 48', city: 'Portland', country: 'US' }
    const placed = await send(`/shop/${shop.slug}/checkout`, good, { cookie })
    expect(placed.statusCode, placed.body).toBe(303)
  })

  test('error: a cart of things that are gone says so', async () => {
    const shop = await aListedShop(app, { stockQty: -1 })
    const { body } = await open(`/shop/${shop.slug}/cart`, `cart_${shop.slug}=GONE~1`)
    expect(body).toContain('Nothing in this cart can be ordered.')
  })

  test('error: a form of another site changes nothing', async () => {
    const shop = await aListedShop(app, { stockQty: -1 })
    const cookie = await fill(shop)
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', host: 'tally.test' },
    ]) {
      const placed = await send(`/shop/${shop.slug}/checkout`, {}, { cookie, ...headers })
      expect(placed.statusCode).toBe(403)
    }
    expect(await countReceipts(shop)).toBe(0)
  })
})
