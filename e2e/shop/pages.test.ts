/// <reference lib="dom" />
// @module-tag slow
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type OpenPage, openPage } from '../helpers/browser.js'
import { makeItem, useService } from '../helpers/client.js'
import { fetchCompressed } from '../helpers/portal/fetch-compressed.js'
import { listOverflows } from '../helpers/portal/list-overflows.js'
import { listSmallTargets } from '../helpers/portal/list-small-targets.js'
import { axeScript, listViolations } from '../helpers/portal/list-violations.js'
import { readPaint } from '../helpers/portal/read-paint.js'
import { takeScreenshot } from '../helpers/portal/take-screenshot.js'
import { crawl, expectUntouched } from '../helpers/shop/crawl.js'
import { type ListedShop, makeListedShop } from '../helpers/shop/listed-shop.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const kilobyte = 1_024
const address = (path: string) => `${service.demo.baseUrl}${path}`

/** Opens a page in a browser that has an item in its cart, unless it is the empty cart. */
async function open(path: string, { width = 390, sku = '', shop = '' } = {}): Promise<OpenPage> {
  const opened = await openPage(browser, { width, height: 844 })
  await opened.page.addInitScript({ content: axeScript })
  if (sku !== '') {
    await opened.page.goto(address(`/shop/${shop}/items/${sku}`))
    await opened.page.getByRole('button', { name: 'Add to cart' }).click()
    await opened.page.getByText('Added to your cart.').waitFor()
  }
  await opened.page.goto(address(path))
  return opened
}

const demo = '/shop/notch-and-bean'
const filled = { shop: 'notch-and-bean', sku: 'TEA-1' }
const pages = {
  shops: ['/shops', {}],
  'shops-none': ['/shops?q=xylophone', {}],
  shop: [demo, filled],
  'shop-category': [`${demo}?category=coffee`, {}],
  'shop-none': [`${demo}?q=xylophone`, {}],
  item: [`${demo}/items/TEA-1`, {}],
  cart: [`${demo}/cart`, filled],
  'cart-empty': [`${demo}/cart`, {}],
  'no-shop': ['/shop/no-such-shop', {}],
  'no-item': [`${demo}/items/no-such-item`, {}],
  'no-order': [`${demo}/orders/rcpt_nothing`, {}],
} as const

describe('every page and state', () => {
  test.each(Object.entries(pages))(
    'default: %s is usable at 320, 390 and 1,280 px, in light and dark',
    async (name, [path, cart]) => {
      const opened = await open(path, cart)
      const { page } = opened
      for (const width of [320, 390, 1_280]) {
        await page.setViewportSize({ width, height: 844 })
        expect(await listOverflows(page), `${width}`).toEqual([])
        expect(await listSmallTargets(page), `${width}`).toEqual([])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          expect(await listViolations(page), colorScheme).toEqual([])
          if (width !== 320) await takeScreenshot(page, `shop-${name}-${width}-${colorScheme}`)
        }
      }
      await opened.close()
    },
  )

  test('behavior: shops that are closed, sold out or empty, and orders, have states of their own', async () => {
    const shop = await makeListedShop(service, {
      items: [{ sku: 'T', name: 'Tea', priceUsd: 12, stockQty: 0 }],
    })
    await expectState(shop.path, 'sold-out', 'Sold out')
    await expectState(`${shop.path}/items/T`, 'item-sold-out', 'This item is sold out right now.')
    await shop.configure({ storefront: { isOpen: false, closedNote: 'Back on Monday' } })
    await expectState(shop.path, 'closed', 'Back on Monday')
    const bare = await makeListedShop(service, { items: [] })
    await expectState(bare.path, 'empty', 'Nothing for sale yet')

    const receipt = await order(await makeListedShop(service))
    await expectState(receipt.path, 'order-waiting', 'Your order is waiting for payment')
    await receipt.shop.program('POST /api/sandbox/pay', {
      body: { receiptId: receipt.id, scenario: 'exact' },
    })
    await expectState(receipt.path, 'order-paid', 'Thank you for your order')
  })

  test('behavior: a moved shop redirects, and one that looks like another waits for review', async () => {
    const shop = await makeListedShop(service)
    await shop.configure({ slug: `${shop.slug}-new` })
    const { page, close } = await open(`${shop.path}/items/T`)
    expect(new URL(page.url()).pathname).toBe(`${shop.path}-new/items/T`)
    await close()
    const twin = await makeListedShop(service, { config: { name: 'N0tch & Bean' } })
    await expectState(twin.path, 'review', 'This shop is not open yet')
  })

  async function expectState(path: string, name: string, text: string): Promise<void> {
    const opened = await open(path)
    const { page } = opened
    await page.getByText(text).first().waitFor()
    expect(await listViolations(page), name).toEqual([])
    for (const [width, colorScheme] of [
      [390, 'light'],
      [390, 'dark'],
      [1_280, 'light'],
      [1_280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      expect(await listOverflows(page), name).toEqual([])
      await takeScreenshot(page, `shop-${name}-${width}-${colorScheme}`)
    }
    await opened.close()
  }

  async function order(shop: ListedShop) {
    const response = await service.anyone<{ receipt: { receiptId: string } }>(
      `POST /api/directory/shops/${shop.slug}/orders`,
      { body: { items: [{ sku: 'T', qty: 1 }] } },
    )
    const { receiptId: id } = response.body.receipt
    return { shop, id, path: `${shop.path}/orders/${id}` }
  }
})

describe('budgets', () => {
  test('default: at most 20 KB of HTML and CSS, and 15 KB of scripts, from no other host', async () => {
    for (const path of ['/shops', demo, `${demo}/items/TEA-1`, `${demo}/cart`]) {
      const { status, bytes, encoding } = await fetchCompressed(address(path))
      expect([status, encoding]).toEqual([200, 'gzip'])
      process.stdout.write(`${path}: ${(bytes.length / kilobyte).toFixed(1)} KB\n`)
      expect(bytes.length, path).toBeLessThanOrEqual(20 * kilobyte)
      const opened = await open(path)
      const scripts = opened.requests().filter((url) => new URL(url).pathname.endsWith('.js'))
      const sizes = scripts.map(async (script) => {
        const plain = Buffer.from(await (await fetch(script)).arrayBuffer())
        return gzipSync(plain, { level: 9 }).length
      })
      const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
      expect(total, path).toBeLessThanOrEqual(15 * kilobyte)
      expect(opened.pageErrors).toEqual([])
      await opened.close()
    }
  })

  test('behavior: pictures have a size, those below the fold load late, and nothing moves', async () => {
    for (const path of ['/shops', demo, `${demo}/items/TEA-1`]) {
      const { page, close } = await open(path)
      const pictures = await page
        .locator('img')
        .evaluateAll((images) =>
          images.map((image) => [image.getAttribute('width'), image.getAttribute('height')]),
        )
      expect(pictures.flat()).not.toContain(null)
      expect((await readPaint(page)).shift, path).toBeLessThanOrEqual(0.05)
      await close()
    }
  })
})

describe('search engines', () => {
  test('default: pages have what engines check, and carts ask not to be listed', async () => {
    for (const path of ['/shops', demo, `${demo}/items/TEA-1`]) {
      const { page, close } = await open(path)
      const read = (selector: string, name: string) =>
        page.locator(selector).first().getAttribute(name)
      expect(await read('html', 'lang')).toBe('en')
      expect(await page.title()).not.toBe('')
      expect(await read('meta[name=viewport]', 'content')).toContain('width=device-width')
      expect((await read('meta[name=description]', 'content'))?.length).toBeGreaterThan(20)
      expect(await read('link[rel=canonical]', 'href')).toBe(address(path))
      expect(await read('meta[property="og:image"]', 'content')).toMatch(/^http/)
      expect(await page.locator('meta[name=robots]').count()).toBe(0)
      expect(await page.locator('h1').count()).toBe(1)
      expect(await page.locator('a:not([href]), a[href^="javascript:"]').count()).toBe(0)
      await close()
    }
    const { page, close } = await open(`${demo}/cart`)
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await close()
    const robots = await (await fetch(address('/robots.txt'))).text()
    expect(robots).toContain('/sitemap.xml')
  })
})

describe('hostile texts', () => {
  test('behavior: markup, bidi controls and 5,000 characters are harmless', async () => {
    const markup = '<img src=x onerror=alert(1)><script>alert(1)</script>'
    const shop = await makeListedShop(service, { items: [] })
    const plain = `"'&amp;\\u003c{{x}}\${x}`
    await shop.configure({
      storefront: { tagline: plain, closedNote: plain },
      description: `${plain}${'ש'.repeat(1_900)}`,
    })
    const sku = 'A"\'&<3'
    const long = `${plain} ${'W'.repeat(4_900)}`
    await makeItem(shop.program, { sku, name: `${plain} <3`, category: plain, description: long })
    // Text that the service does not store cannot reach a page.
    const refused = await Promise.all(
      [
        { sku: 'B', name: 'x'.repeat(5_000), priceUsd: 1 },
        { sku: 'C', name: 'Tea\u202e gnp.exe', priceUsd: 1 },
        { sku: 'D', name: markup, priceUsd: 1 },
        { sku: 'E<b>', name: 'Tea', priceUsd: 1 },
        { sku: 'F', name: 'Tea', priceUsd: 1, description: markup },
      ].map((body) => shop.program('POST /api/inventory', { body })),
    )
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    const item = `${shop.path}/items/${encodeURIComponent(sku)}`
    for (const path of [
      shop.path,
      item,
      `${shop.path}?q=${encodeURIComponent(markup)}`,
      '/shops',
    ]) {
      const opened = await open(path, { width: 320 })
      const { page } = opened
      const dialogs: string[] = []
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message())
        void dialog.dismiss()
      })
      expect(await listOverflows(page), path).toEqual([])
      expect(await page.locator('img[src=x]').count()).toBe(0)
      expect(
        await page.locator('script:not([src]):not([type="application/ld+json"])').count(),
      ).toBe(0)
      expect(dialogs).toEqual([])
      await opened.close()
    }
    const opened = await open(item)
    await opened.page.getByRole('button', { name: 'Add to cart' }).click()
    await opened.page.getByRole('link', { name: 'Cart, 1 item' }).click()
    await opened.page.getByRole('button', { name: 'Continue to payment' }).click()
    await opened.page.waitForURL(/\/portal\/rcpt_/)
    await opened.close()
  })
})

describe('crawlers', () => {
  test('behavior: opening every page and following every link creates no receipt and no hold', async () => {
    const shop = await makeListedShop(service, {
      items: [{ sku: 'T', name: 'Tea', priceUsd: 12, stockQty: 5 }],
    })
    await crawl(service.demo.baseUrl, { shop, rounds: 20 })
    await expectUntouched(shop)
  })
})
