/// <reference lib="dom" />
// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type OpenPage, openPage } from '../helpers/browser.js'
import { makeReceipt, useService } from '../helpers/client.js'
import { nameBlocks } from '../helpers/code-blocks.js'
import { axeScript, listViolations } from '../helpers/portal/list-violations.js'
import { takeScreenshot } from '../helpers/portal/take-screenshot.js'
import { type ListedShop, makeListedShop } from '../helpers/shop/listed-shop.js'
import {
  type OtherSite,
  pageWith,
  readExample,
  startOtherSite,
} from '../helpers/shop/other-site.js'

const service = useService()
let browser: Browser
let site: OtherSite
/** Lists the site. */
let shop: ListedShop
beforeAll(async () => {
  browser = await launchBrowser()
  site = await startOtherSite()
  shop = await makeListedShop(service, { config: { publicOrders: { embedOrigins: [site.url] } } })
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

let count = 0
/** Opens a page of the other site. */
async function visit(html: string, width = 1_280): Promise<OpenPage> {
  count += 1
  site.pages.set(`/${count}`, html)
  const opened = await openPage(browser, { width, mayReach: [service.demo.baseUrl] })
  await opened.page.addInitScript({ content: axeScript })
  await opened.page.goto(`${site.url}/${count}`)
  return opened
}

const open = (button: string, width?: number) =>
  visit(pageWith(button, service.demo.baseUrl), width)

const eventsOf = ({ page }: OpenPage) =>
  page.evaluate(() => (window as unknown as { events: [string, object][] }).events)
const frameOf = ({ page }: OpenPage) => page.frameLocator('tally-pay iframe')
const payIn = (opened: OpenPage) =>
  frameOf(opened).getByRole('button', { name: 'Pay as test buyer' }).click()

describe('<tally-pay>', () => {
  test.each([390, 1_280])(
    'default: at %i px, a click orders at the shop, and the frame takes the payment',
    async (width) => {
      const startedAt = performance.now()
      const opened = await open(
        `<tally-pay shop="${shop.slug}" items="T:2">Buy two</tally-pay>`,
        width,
      )
      const { page } = opened
      await page.getByRole('button', { name: 'Buy two' }).click()
      await frameOf(opened).getByText('24.12').first().waitFor()
      expect(await listViolations(page)).toEqual([])
      await takeScreenshot(page, `button-${width}`)
      await payIn(opened)
      await expect.poll(() => eventsOf(opened)).toHaveLength(1)
      expect(performance.now() - startedAt).toBeLessThan(60_000)

      await page.getByRole('button', { name: 'Close' }).click()
      await expect.poll(() => eventsOf(opened)).toHaveLength(2)
      const [[, paid], closed] = (await eventsOf(opened)) as [
        [string, { receiptId: string }],
        object,
      ]
      expect(closed).toEqual(['closed', { receiptId: paid.receiptId, isPaid: true }])
      const { body } = await shop.program(`GET /api/receipts/${paid.receiptId}`)
      expect(['paid', 'completed', 'reconciled']).toContain(body['status'])
      expect(await page.getByRole('button', { name: 'Buy two' }).isVisible()).toBe(true)
      await opened.close()
    },
  )

  test('behavior: the receipt of a server opens, and Escape closes it from inside', async () => {
    const id = await makeReceipt(shop.program)
    const { body } = await shop.program<{ paymentUrl: string }>(`GET /api/receipts/${id}`)
    const opened = await open(
      `<tally-pay receipt="${body.paymentUrl.replaceAll('&', '&amp;')}"><a href="/elsewhere">Pay your bill</a></tally-pay>`,
    )
    const { page } = opened
    await page.getByRole('link', { name: 'Pay your bill' }).click()
    await frameOf(opened).getByText('25.00').first().waitFor()
    await expect.poll(() => page.locator('tally-pay [role=status]').textContent()).toBe('')
    await frameOf(opened).getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Escape')
    await expect
      .poll(() => eventsOf(opened))
      .toEqual([['closed', { receiptId: id, isPaid: false }]])
    await opened.close()
  })

  test('behavior: orders once, and again when the items change or the order expires', async () => {
    const own = await makeListedShop(service, {
      config: { publicOrders: { embedOrigins: [site.url] } },
    })
    const opened = await open(`<tally-pay shop="${own.slug}" items="T:2"></tally-pay>`)
    const { page } = opened
    const countOrders = async () =>
      (await own.program<{ receipts: unknown[] }>('GET /api/receipts')).body.receipts.length
    const look = async (amount: string) => {
      await page.getByRole('button', { name: 'Pay now' }).click()
      await frameOf(opened).getByText(amount).first().waitFor()
    }
    const close = () => page.getByRole('button', { name: 'Close' }).click()
    await look('24.12')
    await close()
    await look('24.12')
    expect(await countOrders()).toBe(1)
    await close()
    await page.locator('tally-pay').evaluate((element) => element.setAttribute('items', 'T:3'))
    await look('36.18')
    expect(await countOrders()).toBe(2)
    const frame = page.frames().find((candidate) => candidate.url().includes('/portal/'))
    await frame?.evaluate(() => parent.postMessage({ source: 'tallystick', type: 'expired' }, '*'))
    await close()
    await look('36.18')
    expect(await countOrders()).toBe(3)
    await opened.close()
  })

  test('behavior: an impatient second click orders and opens nothing more', async () => {
    const own = await makeListedShop(service, {
      config: { publicOrders: { embedOrigins: [site.url] } },
    })
    const opened = await open(`<tally-pay mode="tab" shop="${own.slug}" items="T"></tally-pay>`)
    const { page } = opened
    await page.getByRole('button', { name: 'Pay now' }).dblclick()
    await expect.poll(() => page.context().pages().length).toBe(2)
    const [, tab] = page.context().pages()
    await tab?.getByText('12.06').first().waitFor()
    expect(page.context().pages()).toHaveLength(2)
    const { body } = await own.program<{ receipts: unknown[] }>('GET /api/receipts')
    expect(body.receipts).toHaveLength(1)
    await opened.close()
  })

  test('behavior: a tab reports too', async () => {
    const opened = await open(`<tally-pay mode="tab" shop="${shop.slug}" items="T"></tally-pay>`)
    const { page } = opened
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Pay now' }).click(),
    ])
    await tab.getByRole('button', { name: 'Pay as test buyer' }).click()
    await expect.poll(async () => (await eventsOf(opened)).map(([name]) => name)).toEqual(['paid'])
    await tab.close()
    await expect
      .poll(async () => (await eventsOf(opened)).map(([name]) => name))
      .toEqual(['paid', 'closed'])
    await opened.close()
  })

  test('error: messages of other pages change nothing', async () => {
    const opened = await open(`<tally-pay shop="${shop.slug}" items="T"></tally-pay>`)
    const { page } = opened
    await page.getByRole('button', { name: 'Pay now' }).click()
    await frameOf(opened).getByText('12.06').first().waitFor()
    await page.evaluate(() => {
      const message = { source: 'tallystick', type: 'paid', receiptId: 'rcpt_x' }
      window.postMessage(message, '*')
      const frame = document.body.appendChild(document.createElement('iframe'))
      frame.srcdoc = `<script>parent.postMessage(${JSON.stringify(message)}, '*')</script>`
      return new Promise((resolve) => setTimeout(resolve, 1_000))
    })
    expect(await eventsOf(opened)).toEqual([])
    await opened.close()
  })

  test('error: a site that the shop does not list can neither frame nor order', async () => {
    const closed = await makeListedShop(service)
    const id = await makeReceipt(closed.program)
    const query = new URL(
      (await closed.program<{ paymentUrl: string }>(`GET /api/receipts/${id}`)).body.paymentUrl,
    ).search
    const opened = await open(
      `<tally-pay receipt="${service.demo.baseUrl}/portal/${id}${query.replaceAll('&', '&amp;')}"></tally-pay>
       <tally-pay shop="${closed.slug}" items="T">Order</tally-pay>`,
    )
    const { page } = opened
    await page.getByRole('button', { name: 'Pay now' }).click()
    await page.getByText('The payment page cannot be shown here.').waitFor()
    await takeScreenshot(page, 'button-refused')
    const texts = await Promise.all(page.frames().map((frame) => frame.locator('body').innerText()))
    expect(texts.join()).not.toContain('25.00')
    expect(await page.getByRole('link', { name: 'Open in a new tab' }).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Order' }).click()
    await expect.poll(async () => (await eventsOf(opened)).at(-1)?.[0]).toBe('failed')
    const { body } = await closed.program<{ receipts: unknown[] }>('GET /api/receipts')
    expect(body.receipts).toHaveLength(1)
    await opened.close()
  })

  test('behavior: works under a policy without inline styles', async () => {
    const { baseUrl } = service.demo
    const policy = `default-src 'none'; script-src ${baseUrl}; frame-src ${baseUrl}; connect-src ${baseUrl}`
    const opened = await visit(
      `<!doctype html><html lang="en"><head><title>Tea</title>
       <meta http-equiv="content-security-policy" content="${policy}">
       <script type="module" src="${baseUrl}/pay-button.js"></script></head>
       <body><tally-pay shop="${shop.slug}" items="T"></tally-pay></body></html>`,
    )
    await opened.page.getByRole('button', { name: 'Pay now' }).click()
    await frameOf(opened).getByText('12.06').first().waitFor()
    const box = await opened.page.locator('tally-pay iframe').boundingBox()
    expect(box?.height).toBeGreaterThan(500)
    expect(opened.pageErrors).toEqual([])
    await opened.close()
  })
})

describe('examples/pay-button', () => {
  test('default: orders, opens the payment page and says thank you', async () => {
    const html = readExample(service.demo.baseUrl, { slug: shop.slug, sku: 'T' })
    const opened = await visit(html, 390)
    const { page } = opened
    await page.getByRole('button', { name: 'Order a class' }).click()
    await payIn(opened)
    const thanks = page.locator('#thanks')
    await expect.poll(() => thanks.textContent()).toMatch(/^Thank you for order rcpt_\w+\.$/)
    await page.getByRole('button', { name: 'Close' }).click()
    expect(await thanks.isVisible()).toBe(true)
    await takeScreenshot(page, 'button-example')
    await opened.close()
  })
})

describe('docs/pay-button.md', () => {
  const blocks = nameBlocks('docs/pay-button.md', ['settings', 'script', 'button', 'paid', 'order'])
  /** Writes the addresses and items of this test into a block. */
  const type = (block: keyof typeof blocks, slug = '') =>
    blocks[block]
      .replaceAll('https://tea.example', site.url)
      .replaceAll('https://pay.example', service.demo.baseUrl)
      .replaceAll('tea-house', slug)
      .replaceAll('TEA:2,MUG', 'T:2')
      .replaceAll("'TEA'", "'T'")
  const pageOf = (button: string, program: string) =>
    `<!doctype html><html lang="en"><head><title>Tea</title>${type('script')}</head>
     <body>${button}<script type="module">${program}</script></body></html>`

  test('default: the button takes a payment, and a page can order itself', async () => {
    const { slug } = await makeListedShop(service, { config: JSON.parse(type('settings')) })
    const bought = await visit(pageOf(type('button', slug), type('paid')))
    await bought.page.getByRole('button', { name: 'Buy the set' }).click()
    await payIn(bought)
    await bought.page.waitForURL(/\/thanks\?order=rcpt_\w+$/)
    await bought.close()

    const ordered = await visit(pageOf('<tally-pay></tally-pay>', type('order', slug)))
    await frameOf(ordered).getByText('24.12').first().waitFor()
    await ordered.close()
  })
})
