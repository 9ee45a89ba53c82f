/// <reference lib="dom" />
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, openPage } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { fetchCompressed } from '../helpers/portal/fetch-compressed.js'
import { measureLoad, slowPhone } from '../helpers/portal/measure-load.js'
import { readPortalUrl } from '../helpers/portal/open-simulated-portal.js'
import { placeDemoOrder } from '../helpers/portal/place-demo-order.js'

const service = useService()
let browser: Browser
let url: string
beforeAll(async () => {
  browser = await launchBrowser()
  url = await readPortalUrl(service, await placeDemoOrder(service.program))
})
afterAll(() => browser?.close())

const kilobyte = 1_024
describe('budget of /portal/{receiptId}', () => {
  test('default: page and styles are at most 14 KB', async () => {
    const { status, bytes, encoding } = await fetchCompressed(url)
    expect([status, encoding]).toEqual([200, 'gzip'])
    expect(bytes.length).toBeLessThanOrEqual(14 * kilobyte)
  })

  test('behavior: at most 25 KB of scripts and 5 requests before the first click, none to another host', async () => {
    const opened = await openPage(browser)
    await opened.page.addInitScript(() => {
      const violations: string[] = []
      Object.assign(window, { violations })
      document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) =>
        violations.push(`${violatedDirective} ${blockedURI}`),
      )
    })
    await opened.page.goto(url)
    await opened.page.getByText('No wallet found in this browser.').waitFor()
    await opened.page.locator('.thumb img').first().waitFor()

    // Pictures of items come later, and a browser keeps them for a year.
    const isPicture = (url: string) => new URL(url).pathname.startsWith('/media/')
    const requested = opened.requests().filter((url) => !url.startsWith('data:') && !isPicture(url))
    // Not every browser requests the icon at once.
    const icon = `${service.demo.baseUrl}/assets/logo.svg`
    const distinct = [...new Set([...requested, icon])]
    expect(distinct.filter((url) => !url.startsWith(service.demo.baseUrl))).toEqual([])
    expect(distinct.length, distinct.join('\n')).toBeLessThanOrEqual(5)
    expect(requested).toHaveLength(new Set(requested).size)

    const scripts = requested.filter((url) => new URL(url).pathname.endsWith('.js'))
    expect(scripts).not.toEqual([])
    const sizes = scripts.map(async (script) => {
      const plainBuffer = Buffer.from(await (await fetch(script)).arrayBuffer())
      return gzipSync(plainBuffer, { level: 9 }).length
    })
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(total).toBeLessThanOrEqual(25 * kilobyte)

    expect(opened.pageErrors).toEqual([])
    expect(
      await opened.page.evaluate(() => (window as { violations?: string[] }).violations),
    ).toEqual([])
    await opened.close()
  })

  test('behavior: the layout is stable, and a slow phone shows the page', async () => {
    const loads = [await measureLoad(browser, url), await measureLoad(browser, url, slowPhone)]
    expect(Math.max(...loads.map(({ shift }) => shift))).toBeLessThanOrEqual(0.05)
    // Generous for busy machines. `npm run chaos -- budget` checks the real limits.
    expect(Math.max(...loads.map(({ largestMs }) => largestMs))).toBeLessThanOrEqual(10_000)
  })
})
