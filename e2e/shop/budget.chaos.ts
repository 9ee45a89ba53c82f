import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { useOwnService } from '../helpers/client.js'
import { measureLoad, slowPhone } from '../helpers/portal/measure-load.js'
import { installLighthouse, type Lighthouse } from '../helpers/portal/run-lighthouse.js'

const service = useOwnService({})
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const paths = ['/shops', '/shop/notch-and-bean', '/shop/notch-and-bean/items/TEA-1']

/** Limits for an idle machine. */
describe('shop pages', () => {
  test.each(paths)(
    'default: the largest contentful paint of %s on slow 4G takes at most 1.2 s',
    async (path) => {
      const times: number[] = []
      for (let load = 0; load < 8; load += 1) {
        const url = `${service.demo.baseUrl}${path}`
        times.push((await measureLoad(browser, url, slowPhone, 'Powered by Tallystick')).largestMs)
      }
      // The first load warms the browser's caches.
      const median = times.slice(1).toSorted((a, b) => a - b)[3] ?? Number.POSITIVE_INFINITY
      process.stdout.write(`largest paint of ${path}: ${median.toFixed()} ms\n`)
      expect(median).toBeLessThanOrEqual(1_200)
    },
  )

  describe('Lighthouse', () => {
    let lighthouse: Lighthouse
    beforeAll(async () => {
      lighthouse = await installLighthouse()
    }, 600_000)
    afterAll(() => lighthouse?.remove())

    test.each(paths)(
      'default: accessibility, best practices and SEO of %s are 100',
      async (path) => {
        const { scores, failed } = await lighthouse.run(`${service.demo.baseUrl}${path}`)
        process.stdout.write(`Lighthouse, ${path}: ${JSON.stringify({ scores, failed })}\n`)
        const { performance: _, ...others } = scores
        expect(others, failed.join()).toEqual({
          accessibility: 100,
          'best-practices': 100,
          seo: 100,
        })
      },
    )
  })
})
