/// <reference lib="dom" />
// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { makeShopkeeper, openConsole } from '../helpers/console/open-console.js'
import { sampleReceipt } from '../helpers/console/screens/sample-receipts.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const pageSize = 100
const maxMounted = 60
const minuteMs = 60_000

describe('a list of many receipts', () => {
  test('default: mounts the rows in view, and keeps at most 5,000 of them', async () => {
    const shopkeeper = await makeShopkeeper(service)
    const { page, close } = await openConsole(browser, service, { shopkeeper, path: '/parts' })
    const now = Date.now()
    await page.route('**/api/receipts?**', (route) => {
      const first = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
      const receipts = Array.from({ length: pageSize }, (_, index) =>
        sampleReceipt(first + index, now - (first + index) * minuteMs),
      )
      return route.fulfill({ json: { receipts, nextCursor: String(first + pageSize) } })
    })
    await page.goto(`${service.demo.baseUrl}/console/receipts`)
    const row = page.getByRole('row')
    await page.getByRole('row', { name: /NB-20434/ }).waitFor()
    expect(await row.count()).toBeLessThanOrEqual(maxMounted)

    const end = page.getByText('These are the newest 5,000 receipts.')
    const isAtEnd = async () => {
      await page.evaluate(() => {
        const list = document.querySelector('[role="table"], [role="grid"], table')
        for (let box: Element | null = list; box; box = box.parentElement) {
          box.scrollTop = box.scrollHeight
        }
      })
      return end.isVisible()
    }
    await expect.poll(isAtEnd, { timeout: 90_000, interval: 50 }).toBe(true)
    await page.getByRole('row', { name: /NB-15435/ }).waitFor()
    expect(await row.count()).toBeLessThanOrEqual(maxMounted)
    await close()
  })
})
