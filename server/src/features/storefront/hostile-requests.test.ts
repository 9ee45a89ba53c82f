import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aListedShop, aVisitor } from '../../../test/fixtures/anonymous-caller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const { open, send, fill } = aVisitor(() => app)

describe('texts of merchants', () => {
  test('behavior: texts that no check has seen stay texts too', async () => {
    const shop = await aListedShop(app, { stockQty: -1 })
    const text = `</title></script><script>alert(1)</script><img src=x onerror=alert(1)>" onload=alert(1) \u202e${'W'.repeat(5_000)}`
    await app.ctx.db.query(
      `update items set name = $2, description = $2, category = $2, version = version + 1 where merchant = $1`,
      [shop.wallet, text],
    )
    const settings = {
      name: text,
      description: text,
      contact: { email: text, phone: text, url: text },
      theme: { primaryColor: text, fontFamily: text, brandLogoUrl: text, coverPhotoUrl: text },
      storefront: { tagline: text, closedNote: text, isOpen: true },
    }
    await app.ctx.db.query(
      'with next as (update directory set version = version + 1 returning version) update shops set config = config || $2::jsonb, version = next.version from next where merchant = $1',
      [shop.wallet, JSON.stringify(settings)],
    )
    const cookie = `cart_${shop.slug}=T~1`
    for (const path of ['', '/items/T', '/cart', `?category=${encodeURIComponent('<script>')}`]) {
      const { statusCode, body } = await open(`/shop/${shop.slug}${path}`, cookie)
      expect([statusCode, path]).toEqual([200, path])
      const broken = [/<script>alert/, /<img src=x/, /\w="[^"]*" onload/].filter((sign) =>
        sign.test(body),
      )
      expect([path, broken]).toEqual([path, []])
      expect(body.match(/<title>/g)).toHaveLength(1)
      expect(body.match(/<\/script>/g)?.length).toBeLessThanOrEqual(2)
    }
  })
})

describe('carts that no page of ours wrote', () => {
  test('error: positions that no item can have are dropped', async () => {
    const shop = await aListedShop(app, { stockQty: -1 })
    const sku = '\u{1f375}'.repeat(64)
    await shop.post('/api/inventory', { sku, name: 'Matcha', priceUsd: 3 })
    for (const [cart, count] of [
      ['%00~1', 0],
      ['T%00~1', 0],
      ['%E2%80%AE~1', 0],
      ['%ED%A0%80~1', 0],
      ['%3Cscript%3E~1', 0],
      [`${'a'.repeat(65)}~1`, 0],
      ['T~0.T~-1.T~1e3.T~1000', 0],
      [Array.from({ length: 2_000 }, () => 'T~1').join('.'), 0],
      ['__proto__~2.T~3!rcpt_x', 5],
      [`${encodeURIComponent(sku)}~7`, 7],
    ] as const) {
      for (const path of ['', '/items/T', '/cart']) {
        const page = await open(`/shop/${shop.slug}${path}`, `cart_${shop.slug}=${cart}`)
        expect([page.statusCode, cart]).toEqual([200, cart])
        expect(page.body).toContain(`Cart, ${count} items`)
      }
    }
  })

  test('error: the cart of another shop, and of two cookies, is not read', async () => {
    const [shop, other] = [await aListedShop(app), await aListedShop(app)]
    for (const cookie of [
      `cart_${other.slug}=T~1`,
      `cart_${shop.slug}=T~1; cart_${shop.slug}=T~2`,
    ]) {
      expect((await open(`/shop/${shop.slug}`, cookie)).body).toContain('Cart, 0 items')
    }
  })

  test('error: a form adds only what an item can be', async () => {
    const shop = await aListedShop(app, { stockQty: -1 })
    for (const form of [
      { sku: '\0' },
      { sku: '\u202eT' },
      { qty: '-1' },
      { qty: '1.5' },
      { qty: '1000' },
    ]) {
      expect(await fill(shop, form)).toBe(`cart_${shop.slug}=`)
    }
  })

  test('behavior: the cart follows a shop to its new slug', async () => {
    const shop = await aListedShop(app, { stockQty: -1 })
    const cookie = await fill(shop, { qty: '3' })
    await shop.act('/api/shop/config', { slug: `${shop.slug}-new` })
    const { headers } = await open(`/shop/${shop.slug}/cart`, cookie)
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(`^cart_${shop.slug}-new=T~3; Path=/shop/${shop.slug}-new; `),
      expect.stringMatching(`^cart_${shop.slug}=; .*Max-Age=0`),
    ])
  })
})

describe('addresses of pages', () => {
  test('behavior: search engines list only categories that items have', async () => {
    const items = [{ sku: 'A', name: 'Cup', priceUsd: 1, category: 'Cups' }]
    const shop = await aListedShop(app, { items })
    const isListed = async (query: string) =>
      (await open(`/shop/${shop.slug}${query}`)).body.includes('rel="canonical"')
    expect(await isListed('?category=Cups')).toBe(true)
    expect(await isListed('?category=Buy%20at%20evil.example')).toBe(false)
    expect(await isListed('?q=Cups')).toBe(false)
    await shop.act('/api/shop/config', { layout: { showCategories: false } })
    const { body } = await open(`/shop/${shop.slug}?category=Cups`)
    expect(body).toContain(`rel="canonical" href="http://tally.test/shop/${shop.slug}"`)
  })
})

describe('links that lead nowhere', () => {
  test('error: say what is wrong, and are not listed', async () => {
    const shop = await aListedShop(app, { stockQty: -1 })
    for (const [path, status, title] of [
      [`/shop/${shop.slug}?q=%00`, 400, 'This link does not work'],
      [`/shop/${shop.slug}?q=a&q=b`, 400, 'This link does not work'],
      [`/shop/${shop.slug}/items/%00`, 400, 'This link does not work'],
      [`/shop/${shop.slug}?page=7`, 404, 'There is nothing on this page'],
      ['/shops?page=99999', 404, 'There is nothing on this page'],
    ] as const) {
      const { statusCode, body } = await open(path)
      expect([statusCode, body.includes(title)], path).toEqual([status, true])
      expect(body).toContain('<meta name="robots" content="noindex">')
    }
  })
})

describe('POST /shop/{slug}/cart', () => {
  test('behavior: leads back to pages of the same shop only', async () => {
    const shop = await aListedShop(app, { stockQty: -1 })
    const own = `/shop/${shop.slug}`
    for (const [back, location] of [
      [`${own}?q=tea`, `${own}?q=tea&notice=added`],
      ['//evil.example', `${own}/cart?notice=added`],
      ['https://evil.example', `${own}/cart?notice=added`],
      ['/shop/other', `${own}/cart?notice=added`],
      [`${own}\\..\\x`, `${own}/cart?notice=added`],
      [`${own}/../../x`, `${own}/cart?notice=added`],
      [`${own}/%2e%2e/other/cart`, `${own}/cart?notice=added`],
      [`${own}-2/cart`, `${own}/cart?notice=added`],
      [`/@evil.example${own}`, `${own}/cart?notice=added`],
      [`${own}/items/\u{1f375}?q=é`, `${own}/items/%F0%9F%8D%B5?q=%C3%A9&notice=added`],
      [`${own}/items/T\r\nX-Evil: 1`, `${own}/items/TX-Evil:%201?notice=added`],
    ] as const) {
      const { headers } = await send(`${own}/cart`, { op: 'add', sku: 'T', back })
      expect(headers.location).toBe(location)
    }
  })
})
