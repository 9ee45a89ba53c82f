/// <reference lib="dom" />
// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type OpenPage, openPage } from '../helpers/browser.js'
import { errorOf, makeReceipt, unique, useService } from '../helpers/client.js'
import { openSimulatedPortal } from '../helpers/portal/open-simulated-portal.js'
import { readContrasts } from '../helpers/portal/read-contrasts.js'
import { readLinkQuery } from '../helpers/portal/read-link-query.js'
import { takeScreenshot } from '../helpers/portal/take-screenshot.js'
import { type Theme, useThemedShop } from '../helpers/portal/use-themed-shop.js'

const service = useService()
const shop = useThemedShop(service)
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

describe('themes on /portal/{receiptId}', () => {
  test('default: shows any name as text', async () => {
    const brandName = `A & B < C > "D" 'E' &lt;script&gt;window.xss=1&lt;/script&gt; \\u003c`
    const label = `"' onload=window.xss=1 \${x} {{x}} --> ]]> &quot;`
    const fields = { lineItems: [{ label, priceUsd: 20 }], totalUsd: 20 }
    const opened = await shop.open(browser, { theme: { brandName }, fields })
    const { page } = opened
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(`Pay ${brandName}`)
    expect(await page.title()).toBe(`Pay ${brandName}`)
    expect(await page.locator('.summary-lines .label').innerText()).toBe(label)
    expect(await listProblems(opened)).toEqual([])
    await opened.close()
  })

  test('behavior: shows markup from the event stream as text', async () => {
    const portal = await openSimulatedPortal(browser, service)
    const brandName = '</style><script>window.xss=1</script><img src=x onerror=window.xss=1>'
    const labels = ['</script><script>window.xss=1</script>', '<svg onload=window.xss=1>\u2028//']
    const lineItems = labels.map((label) => ({ label, priceUsd: 5, thumb: 'javascript:xss=1' }))
    await portal.show({ ...portal.receipt, brandName, lineItems })
    const shown = await portal.page.locator('.summary-lines .label').allInnerTexts()
    expect(shown.map((text) => text.slice(0, 9))).toEqual(['</script>', '<svg onlo'])
    expect(await listProblems(portal)).toEqual([])
    await portal.close()
  })

  test('behavior: never embeds the address of the page', async () => {
    const { page, close } = await openPage(browser)
    const hostile = encodeURIComponent('"><script>window.fromAddress=1</script>')
    const receiptId = await makeReceipt(service.otherProgram)
    const link = `${receiptId}${await readLinkQuery(service.otherProgram, receiptId)}`
    for (const path of [hostile, `${link}&asset=${hostile}`, `${link}&x=${hostile}`]) {
      const response = await page.goto(`${service.demo.baseUrl}/portal/${path}`)
      expect(await response?.text()).not.toContain('fromAddress')
    }
    await close()
  })

  test('behavior: does not load a logo from another host and shows the first letter instead', async () => {
    const brandLogoUrl = 'https://tracker.example/logo.png'
    const opened = await shop.open(browser, { theme: { brandName: 'Éclair', brandLogoUrl } })
    expect(await opened.page.locator('.monogram').innerText()).toBe('É')
    expect(await opened.page.locator('.brand img').count()).toBe(0)
    expect(opened.requests().filter((url) => url.includes('tracker'))).toEqual([])
    expect(await listProblems(opened)).toEqual([])
    await opened.close()
  })

  test('behavior: loads an own logo as an image, without running its scripts', async () => {
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
    expect(await listProblems(opened)).toEqual([])
    await opened.close()
  })

  test.each(['#fffffe', '#ffe600', '#808080', '#000001'])(
    'behavior: the accent %s is readable in light and dark mode',
    async (primaryColor) => {
      // Without a logo, the header shows a letter in the accent.
      const theme = { primaryColor, brandLogoUrl: '' }
      const opened = await shop.open(browser, { theme })
      const { page } = opened
      const texts = [
        'summary',
        '.monogram',
        '.asset input:checked + span',
        '.main-button',
        '.link-button',
      ]
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const contrasts = Object.entries(await readContrasts(page, texts))
        expect(
          contrasts.filter(([, contrast]) => contrast < 4.5),
          colorScheme,
        ).toEqual([])
        await takeScreenshot(page, `theme-${primaryColor.slice(1)}-${colorScheme}`)
      }
      expect(await listProblems(opened)).toEqual([])
      await opened.close()
    },
  )

  test('behavior: uses the font of the shop', async () => {
    const opened = await shop.open(browser, { theme: { fontFamily: 'Georgia' } })
    const fonts = await opened.page.evaluate(() => getComputedStyle(document.body).fontFamily)
    expect(fonts).toMatch(/^"?Georgia"?,/)
    expect(await listProblems(opened)).toEqual([])
    await opened.close()
  })

  test.each(['</style><script>window.xss=1</script>', 'Tea\u2028window.xss=1'])(
    'error: refuses the name %j for a shop and an item',
    async (name) => {
      expect(errorOf(await shop.setTheme({ brandName: name }))).toBe('400 invalid_input')
      const body = { id: unique('id'), lineItems: [{ label: name, priceUsd: 5 }], totalUsd: 5 }
      const response = await service.otherProgram('POST /api/receipts', { body })
      expect(errorOf(response)).toBe('400 invalid_input')
    },
  )

  test.each<Theme>([
    { brandLogoUrl: 'javascript:window.xss=1' },
    { brandLogoUrl: 'data:image/svg+xml,<svg onload="window.xss=1"/>' },
    { primaryColor: 'red;}</style><script>window.xss=1</script>' },
    { primaryColor: 'url(https://tracker.example)' },
    { fontFamily: 'x;}body{background:url(https://tracker.example)}' },
  ])('error: refuses %o', async (theme) => {
    expect(errorOf(await shop.setTheme(theme))).toBe('400 invalid_input')
  })
})

/** Lists console errors, and the mark of a script that should not have run. */
async function listProblems({ page, pageErrors }: Pick<OpenPage, 'page' | 'pageErrors'>) {
  const mark = await page.evaluate(() => (window as { xss?: unknown }).xss ?? null)
  return mark === null ? pageErrors : [mark, ...pageErrors]
}
