/// <reference lib="dom" />
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, openPage } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { askPlain } from './ask-plain.js'
import { loadPortal, slowPhone } from './load-portal.js'
import { portalUrl } from './open-fed-portal.js'
import { placeBasket } from './place-basket.js'

const service = useService()
let browser: Browser
let url: string
beforeAll(async () => {
  browser = await launchBrowser()
  url = portalUrl(service, await placeBasket(service.program))
})
afterAll(() => browser?.close())

const kilobyte = 1_024
describe('the budget of /portal/{receiptId}', () => {
  test('default: the page with its styles is at most 12 KB', async () => {
    const { status, bytes, encoding } = await askPlain(url)
    expect([status, encoding]).toEqual([200, 'gzip'])
    expect(bytes.length).toBeLessThanOrEqual(12 * kilobyte)
  })

  test('behavior: at most 20 KB of scripts and 5 requests before the first click, none elsewhere', async () => {
    const opened = await openPage(browser)
    await opened.page.addInitScript(() => {
      const stopped: string[] = []
      Object.assign(window, { stopped })
      document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) =>
        stopped.push(`${violatedDirective} ${blockedURI}`),
      )
    })
    await opened.page.goto(url)
    await opened.page.getByText('No wallet was found in this browser.').waitFor()
    await opened.page.locator('.thumb img').first().waitFor()

    const asked = opened.requests().filter((one) => !one.startsWith('data:'))
    // Not every browser asks for the icon at once.
    const icon = `${service.demo.baseUrl}/assets/logo.svg`
    const distinct = [...new Set([...asked, icon])]
    expect(distinct.filter((one) => !one.startsWith(service.demo.baseUrl))).toEqual([])
    expect(distinct.length, distinct.join('\n')).toBeLessThanOrEqual(5)
    expect(asked).toHaveLength(new Set(asked).size)

    const scripts = asked.filter((one) => new URL(one).pathname.endsWith('.js'))
    expect(scripts).not.toEqual([])
    const sizes = scripts.map(async (script) => {
      const plain = Buffer.from(await (await fetch(script)).arrayBuffer())
      return gzipSync(plain, { level: 9 }).length
    })
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(total).toBeLessThanOrEqual(20 * kilobyte)

    expect(opened.complaints).toEqual([])
    expect(await opened.page.evaluate(() => (window as { stopped?: string[] }).stopped)).toEqual([])
    await opened.close()
  })

  test('behavior: nothing jumps, and a slow phone on a slow line shows the page', async () => {
    const loads = [await loadPortal(browser, url), await loadPortal(browser, url, slowPhone)]
    expect(Math.max(...loads.map(({ shift }) => shift))).toBeLessThanOrEqual(0.05)
    // Generous, for busy machines: `npm run chaos -- budget` measures the real limits.
    expect(Math.max(...loads.map(({ largestMs }) => largestMs))).toBeLessThanOrEqual(10_000)
  })
})
