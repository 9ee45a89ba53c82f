import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { useOwnService } from '../helpers/client.js'
import { askPlain } from './ask-plain.js'
import { loadPortal, slowPhone } from './load-portal.js'
import { portalUrl } from './open-fed-portal.js'
import { placeBasket } from './place-basket.js'

const service = useOwnService({ SANDBOX_CHAIN: 'on' })
let browser: Browser
let url: string
beforeAll(async () => {
  browser = await launchBrowser()
  url = portalUrl(service, await placeBasket(service.program))
})
afterAll(() => browser?.close())

/** The limits that hold on an idle machine. */
describe('the time that /portal/{receiptId} takes', () => {
  test.each([
    ['this machine', 250, undefined],
    ['a slow phone on a slow line', 1_000, slowPhone],
  ] as const)('largest paint on %s within %i ms', async (name, limitMs, device) => {
    const times: number[] = []
    for (let load = 0; load < 8; load += 1) {
      times.push((await loadPortal(browser, url, device)).largestMs)
    }
    // The first load opens the browser's own caches.
    const median = quantile(times.slice(1), 0.5)
    process.stdout.write(`largest paint on ${name}: ${median.toFixed()} ms\n`)
    expect(median).toBeLessThanOrEqual(limitMs)
  })

  test('95 of 100 pages are rendered and sent within 30 ms', async () => {
    const times: number[] = []
    for (let count = 0; count < 100; count += 1) times.push((await askPlain(url)).ms)
    const slow = quantile(times, 0.95)
    process.stdout.write(`page p95: ${slow.toFixed(1)} ms\n`)
    expect(slow).toBeLessThanOrEqual(30)
  })
})

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.POSITIVE_INFINITY
}
