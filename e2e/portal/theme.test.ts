/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type OpenPage, openPage } from '../helpers/browser.js'
import { errorOf, makeReceipt, unique, useService } from '../helpers/client.js'
import { openFedPortal } from './open-fed-portal.js'
import { readContrasts } from './read-contrasts.js'
import { takeShot } from './take-shot.js'
import { type Theme, useThemedShop } from './use-themed-shop.js'

const service = useService()
const shop = useThemedShop(service)
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

describe('a theme on /portal/{receiptId}', () => {
  test('default: a name is a name, whatever is in it', async () => {
    const brandName = `A & B < C > "D" 'E' &lt;script&gt;window.xss=1&lt;/script&gt; \\u003c`
    const label = `"' onload=window.xss=1 \${x} {{x}} --> ]]> &quot;`
    const fields = { lineItems: [{ label, priceUsd: 20 }], totalUsd: 20 }
    const opened = await shop.open(browser, { theme: { brandName }, fields })
    const { page } = opened
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(`Pay ${brandName}`)
    expect(await page.title()).toBe(`Pay ${brandName}`)
    expect(await page.locator('.slip-lines .label').innerText()).toBe(label)
    expect(await harmOf(opened)).toEqual([])
    await opened.close()
  })

  test('behavior: markup that would come over the event stream is a text, too', async () => {
    const portal = await openFedPortal(browser, service)
    const brandName = '</style><script>window.xss=1</script><img src=x onerror=window.xss=1>'
    const labels = ['</script><script>window.xss=1</script>', '<svg onload=window.xss=1>\u2028//']
    const lineItems = labels.map((label) => ({ label, priceUsd: 5, thumb: 'javascript:xss=1' }))
    await portal.show({ ...portal.receipt, brandName, lineItems })
    const shown = await portal.page.locator('.slip-lines .label').allInnerTexts()
    expect(shown.map((text) => text.slice(0, 9))).toEqual(['</script>', '<svg onlo'])
    expect(await harmOf(portal)).toEqual([])
    await portal.close()
  })

  test('behavior: what stands in the address is not shown', async () => {
    const { page, close } = await openPage(browser)
    const hostile = encodeURIComponent('"><script>window.fromAddress=1</script>')
    const receiptId = await makeReceipt(service.otherProgram)
    for (const path of [hostile, `${receiptId}?asset=${hostile}`, `${receiptId}?x=${hostile}`]) {
      const answer = await page.goto(`${service.demo.baseUrl}/portal/${path}`)
      expect(await answer?.text()).not.toContain('fromAddress')
    }
    await close()
  })

  test('behavior: a logo elsewhere is not asked for, and the first letter stands in its place', async () => {
    const brandLogoUrl = 'https://tracker.example/logo.png'
    const opened = await shop.open(browser, { theme: { brandName: 'Éclair', brandLogoUrl } })
    expect(await opened.page.locator('.monogram').innerText()).toBe('É')
    expect(await opened.page.locator('.brand img').count()).toBe(0)
    expect(opened.requests().filter((url) => url.includes('tracker'))).toEqual([])
    expect(await harmOf(opened)).toEqual([])
    await opened.close()
  })

  test('behavior: a logo of our own is a picture, and no script of it runs', async () => {
    const brandLogoUrl = `${service.demo.baseUrl}/assets/hostile.svg`
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="top.xss=1"><script>top.xss=1</script></svg>`
    const opened = await shop.open(browser, {
      theme: { brandLogoUrl },
      prepare: (page) =>
        page.route(brandLogoUrl, (route) => route.fulfill({ contentType: 'image/svg+xml', body })),
    })
    const width = await opened.page.locator('.brand img').evaluate(async (element) => {
      const image = element as HTMLImageElement
      await image.decode()
      return image.naturalWidth
    })
    expect(width).toBe(40)
    expect(await harmOf(opened)).toEqual([])
    await opened.close()
  })

  test.each(['#fffffe', '#ffe600', '#808080', '#000001'])(
    'behavior: %s can be read and be read on, by day and by night',
    async (primaryColor) => {
      const opened = await shop.open(browser, { theme: { primaryColor } })
      const { page } = opened
      const texts = ['summary', '.monogram', '.asset input:checked + span', '.tabs button']
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const contrasts = Object.entries(await readContrasts(page, texts))
        expect(
          contrasts.filter(([, contrast]) => contrast < 4.5),
          colorScheme,
        ).toEqual([])
        await takeShot(page, `theme-${primaryColor.slice(1)}-${colorScheme}`)
      }
      expect(await harmOf(opened)).toEqual([])
      await opened.close()
    },
  )

  test('behavior: the font is the one that the shop has chosen', async () => {
    const opened = await shop.open(browser, { theme: { fontFamily: 'Georgia' } })
    const fonts = await opened.page.evaluate(() => getComputedStyle(document.body).fontFamily)
    expect(fonts).toMatch(/^"?Georgia"?,/)
    expect(await harmOf(opened)).toEqual([])
    await opened.close()
  })

  test.each(['</style><script>window.xss=1</script>', 'Tea\u2028window.xss=1'])(
    'error: the name %j is refused, of a shop and of an item',
    async (name) => {
      expect(errorOf(await shop.ask({ brandName: name }))).toBe('400 invalid_input')
      const body = { id: unique('id'), lineItems: [{ label: name, priceUsd: 5 }], totalUsd: 5 }
      const answer = await service.otherProgram('POST /api/receipts', { body })
      expect(errorOf(answer)).toBe('400 invalid_input')
    },
  )

  test.each<Theme>([
    { brandLogoUrl: 'javascript:window.xss=1' },
    { brandLogoUrl: 'data:image/svg+xml,<svg onload="window.xss=1"/>' },
    { primaryColor: 'red;}</style><script>window.xss=1</script>' },
    { primaryColor: 'url(https://tracker.example)' },
    { fontFamily: 'x;}body{background:url(https://tracker.example)}' },
  ])('error: %o is refused', async (theme) => {
    expect(errorOf(await shop.ask(theme))).toBe('400 invalid_input')
  })
})

/** Whether a script has run that should not have, and whatever the page has to complain about. */
async function harmOf({ page, complaints }: Pick<OpenPage, 'page' | 'complaints'>) {
  const mark = await page.evaluate(() => (window as { xss?: unknown }).xss ?? null)
  return mark === null ? complaints : [mark, ...complaints]
}
