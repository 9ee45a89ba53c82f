import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { useOwnService } from '../helpers/client.js'
import { fetchCompressed } from '../helpers/portal/fetch-compressed.js'
import { measureLoad, slowPhone } from '../helpers/portal/measure-load.js'
import { readPortalUrl } from '../helpers/portal/open-simulated-portal.js'
import { placeDemoOrder } from '../helpers/portal/place-demo-order.js'
import {
  installLighthouse,
  type Lighthouse,
  type Scores,
} from '../helpers/portal/run-lighthouse.js'

const service = useOwnService({})
let browser: Browser
let url: string
beforeAll(async () => {
  browser = await launchBrowser()
  url = await readPortalUrl(service, await placeDemoOrder(service.program))
})
afterAll(() => browser?.close())

/** Limits for an idle machine. */
describe('load time of /portal/{receiptId}', () => {
  test.each([
    ['this machine', 250, undefined],
    ['a slow phone on slow 4G', 1_000, slowPhone],
  ] as const)(
    'default: the largest contentful paint on %s takes at most %i ms',
    async (name, limitMs, device) => {
      const times: number[] = []
      for (let load = 0; load < 8; load += 1) {
        times.push((await measureLoad(browser, url, device)).largestMs)
      }
      // The first load warms the browser's caches.
      const median = quantile(times.slice(1), 0.5)
      process.stdout.write(`largest paint on ${name}: ${median.toFixed()} ms\n`)
      expect(median).toBeLessThanOrEqual(limitMs)
    },
  )

  test('default: renders and sends 95 of 100 pages within 30 ms', async () => {
    const times: number[] = []
    for (let count = 0; count < 100; count += 1) times.push((await fetchCompressed(url)).ms)
    const slow = quantile(times, 0.95)
    process.stdout.write(`page p95: ${slow.toFixed(1)} ms\n`)
    expect(slow).toBeLessThanOrEqual(30)
  })
})

describe('Lighthouse on /portal/{receiptId}', () => {
  let lighthouse: Lighthouse
  beforeAll(async () => {
    lighthouse = await installLighthouse()
  }, 600_000)
  afterAll(() => lighthouse?.remove())

  test('default: the median of five loads is 100 in every category', async () => {
    const runs: Scores[] = []
    for (let load = 0; load < 5; load += 1) {
      const { scores, metrics, failed } = await lighthouse.run(url)
      runs.push(scores)
      process.stdout.write(`Lighthouse: ${JSON.stringify({ scores, metrics, failed })}\n`)
    }
    const medianOf = (name: keyof Scores) =>
      quantile(
        runs.map((scores) => scores[name]),
        0.5,
      )
    const medians = {
      performance: medianOf('performance'),
      accessibility: medianOf('accessibility'),
      'best-practices': medianOf('best-practices'),
    }
    expect(medians).toEqual({ performance: 100, accessibility: 100, 'best-practices': 100 })
  })
})

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.POSITIVE_INFINITY
}
