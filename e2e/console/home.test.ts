/// <reference lib="dom" />
// @module-tag slow
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { makeReceipt, useService } from '../helpers/client.js'
import { makeShopkeeper, openConsole, payReceipt } from '../helpers/console/open-console.js'
import { axeScript, listViolations } from '../helpers/portal/list-violations.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

describe('/console', () => {
  test.each([1_280, 390])('default: from the checklist to the day, %i px', async (width) => {
    const shopkeeper = await makeShopkeeper(service)
    const options = { shopkeeper, path: '', width, script: axeScript }
    const opened = await openConsole(browser, service, options)
    const { page } = opened
    await page.getByRole('heading', { name: 'Take your first payment' }).waitFor()
    await page.getByText(/^2 recipients, 100\s%$/).waitFor()
    expect(await listViolations(page)).toEqual([])

    const { program } = shopkeeper
    const [first, second] = [
      await makeReceipt(program, { lineItems: [{ label: 'Tea', priceUsd: 25.1 }], totalUsd: 25.1 }),
      await makeReceipt(program, { lineItems: [{ label: 'Cup', priceUsd: 39.9 }], totalUsd: 39.9 }),
    ]
    await makeReceipt(program)
    await payReceipt(program, first)
    await payReceipt(program, second)
    const body = { receiptId: second, usd: 4.5, elsewhere: true }
    expect((await shopkeeper.send('POST /api/receipts/refund', { body })).status).toBe(200)

    await page.getByRole('heading', { name: 'Recent receipts' }).waitFor()
    await page.reload()
    const sales = page.getByRole('region', { name: 'Sales today' })
    await sales.getByRole('link', { name: '$65.00' }).waitFor()
    const figures = page.getByRole('region', { name: 'Figures' })
    for (const name of ['Paid receipts 2', 'Average sale $32.50', 'Refunds −$4.50', 'Waiting 1']) {
      await figures
        .getByRole('link', { name: new RegExp(`^${name.replace('$', '\\$')}`) })
        .waitFor()
    }
    const recent = page.getByRole('table', { name: 'Recent receipts' })
    await recent.getByRole('link').nth(2).waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await listViolations(page), colorScheme).toEqual([])
    }
    await sales.getByText('Show as table').click()
    // On the hour, the points of the hour and of now are the same.
    await sales.getByRole('cell', { name: '$65.00' }).last().waitFor()

    const { body: report } = await shopkeeper.send<{ totals: { volume: number; net: number } }>(
      'GET /api/reports/summary',
    )
    expect(report.totals).toMatchObject({ volume: 65, net: 60.5 })
    await sales.getByRole('link', { name: '$65.00' }).click()
    await page.getByRole('heading', { name: 'Receipts' }).waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export 2 receipts' }).click()
    const csv = await readFile(await (await downloading).path(), 'utf8')
    expect(sumTotals(csv)).toBe(65)
    await opened.close()
  })
})

/** Adds up the totals of an export. */
function sumTotals(csv: string): number {
  const [head = '', ...rows] = csv.trim().split('\r\n')
  const total = head.split(',').indexOf('totalUsd')
  return rows.reduce((sum, row) => sum + Number(row.split(',')[total]) * 100, 0) / 100
}
