/// <reference lib="dom" />
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, openPage } from '../browser.js'
import { useService } from '../spec/client.js'
import { askPlain } from './ask-plain.js'
import { portalUrl } from './open-fed-portal.js'
import { placeBasket } from './place-basket.js'
import { type Paint, readPaint } from './read-paint.js'

const service = useService()
let browser: Browser
let url: string
beforeAll(async () => {
  browser = await launchBrowser()
  url = portalUrl(service, await placeBasket(service.program))
})
afterAll(() => browser?.close())

const kilobyte = 1_024
/** What is called slow 4G: 1.6 Mbit/s, and 150 ms there and back. */
const slowPhone = {
  line: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 },
  times: 4,
}

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

  test('behavior: the largest thing is there after 250 ms, and nothing jumps', async () => {
    const loads = await loadAnew(7)
    expect(medianMs(loads)).toBeLessThanOrEqual(250)
    expect(Math.max(...loads.map(({ shift }) => shift))).toBeLessThanOrEqual(0.05)
  })

  test('behavior: on a slow line and a slow phone it is there after a second', async () => {
    expect(medianMs(await loadAnew(5, slowPhone))).toBeLessThanOrEqual(1_000)
  })

  test('behavior: 95 of 100 pages are drawn and sent within 30 ms', async () => {
    // The better of two: what else the machine does is not about the page.
    const rounds = [await timeRound(), await timeRound()]
    expect(Math.min(...rounds)).toBeLessThanOrEqual(30)
  })
})

/** In one window, with nothing kept: how long a browser takes to open one is not about the page. */
async function loadAnew(times: number, slow?: typeof slowPhone): Promise<Paint[]> {
  const { page, close } = await openPage(browser, { width: 390 })
  const tools = await page.context().newCDPSession(page)
  if (slow) {
    await tools.send('Network.emulateNetworkConditions', slow.line)
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slow.times })
  }
  const loads: Paint[] = []
  for (let load = 0; load < times; load += 1) {
    await tools.send('Network.clearBrowserCache')
    await page.goto(url)
    await page.getByText('No wallet was found in this browser.').waitFor()
    loads.push(await readPaint(page))
  }
  await close()
  return loads
}

function medianMs(loads: readonly Paint[]): number {
  const sorted = loads.map(({ largestMs }) => largestMs).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY
}

/** So long 95 of 100 answers take at most, ms. */
async function timeRound(): Promise<number> {
  const times: number[] = []
  for (let asked = 0; asked < 100; asked += 1) times.push((await askPlain(url)).ms)
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0
}
