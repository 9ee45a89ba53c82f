/// <reference lib="dom" />
// @module-tag slow
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Browser,
  launchBrowser,
  type OpenPage,
  openPage,
  type Page,
} from '../helpers/browser.js'
import { makeReceipt, type Seller, useService } from '../helpers/client.js'
import { type Receiver, startReceiver } from '../helpers/receiver.js'

const service = useService()
let browser: Browser
let receiver: Receiver
beforeAll(async () => {
  browser = await launchBrowser()
  receiver = await startReceiver()
})
afterAll(async () => {
  await browser?.close()
  await receiver?.close()
})

const email = 'ada.lovelace@example.com'
const bill = (priceUsd: number, label = 'Lunch') => ({
  lineItems: [{ label, priceUsd }],
  totalUsd: priceUsd,
})

/** Makes a shop with two paid receipts and one that is not, and signs its owner in. */
async function openShop(width: number): Promise<{ seller: Seller; opened: OpenPage; page: Page }> {
  const seller = await service.newSeller()
  const hook = { url: `${receiver.url}/${seller.wallet}` }
  expect((await seller.send('POST /api/webhooks', { body: hook })).status).toBe(201)
  const billing = { billingFirstName: 'Ada', billingLastName: 'Lovelace', billingEmail: email }
  await makeReceipt(seller.program, { id: 'INV-1', ...bill(25.1), ...billing })
  await makeReceipt(seller.program, { id: 'INV-2', ...bill(39.9, 'Dinner') })
  await makeReceipt(seller.program, { id: 'INV-3', ...bill(12, 'Breakfast') })
  for (const receiptId of ['INV-1', 'INV-2']) {
    const body = { receiptId, status: 'paid' }
    expect((await seller.send('POST /api/receipts/status', { body })).status).toBe(200)
  }
  const opened = await openPage(browser, { width, acceptDownloads: true })
  const { page } = opened
  const { baseUrl } = service.demo
  await page.context().addCookies(
    seller.headers.cookie.split('; ').map((pair) => {
      const place = pair.indexOf('=')
      return { name: pair.slice(0, place), value: pair.slice(place + 1), url: baseUrl }
    }),
  )
  await page.goto(`${baseUrl}/console/receipts`)
  await page.getByText('3 receipts', { exact: true }).first().waitFor()
  return { seller, opened, page }
}

/** Opens the receipt with this name. */
async function openReceipt(page: Page, name: RegExp) {
  await page.getByRole('row', { name }).getByRole('link').click()
  return page.getByRole('dialog')
}

describe('/console/receipts', () => {
  test('behavior: a click with Ctrl opens a receipt in another tab', async () => {
    const { opened, page } = await openShop(1_280)
    const link = page.getByRole('row', { name: /39\.90/ }).getByRole('link')
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      link.click({ modifiers: ['ControlOrMeta'] }),
    ])
    await tab.waitForURL(/\/console\/receipts\/INV-2/)
    expect(page.url()).toMatch(/\/console\/receipts$/)
    await link.click()
    await page.getByRole('dialog').waitFor()
    expect(page.url()).toMatch(/\/console\/receipts\/INV-2/)
    await opened.close()
  })

  test.each([1_280, 390])('default: a day of a shop owner, %i pixels wide', async (width) => {
    const { seller, opened, page } = await openShop(width)
    const rows = page.getByRole('row')
    const dinner = page.getByRole('row', { name: /39\.90/ })

    const search = page.getByRole('searchbox', { name: 'Search receipts' })
    await search.fill(email)
    await page.getByText('1 receipt', { exact: true }).first().waitFor()
    expect(await page.getByRole('row', { name: /Ada Lovelace/ }).count()).toBe(1)
    await search.fill('')
    await page.getByText('3 receipts', { exact: true }).first().waitFor()

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Status' }).click()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Paid')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('65.00 USD paid').waitFor()
    expect(new URL(page.url()).search).toBe('?status=paid')

    await page.getByRole('button', { name: 'Save view' }).click()
    const saving = page.getByRole('dialog', { name: 'Save this view' })
    await saving.getByRole('textbox', { name: 'Name' }).fill('Sold')
    await saving.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('link', { name: 'All' }).click()
    await page.getByText('3 receipts', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: 'Sold' }).click()
    await page.getByText('65.00 USD paid').waitFor()

    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export 2 receipts' }).click()
    const path = await (await downloading).path()
    expect(sumTotals(await readFile(path, 'utf8'))).toBe(65)

    if (width < 768) await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Choose INV-2' }).check()
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await dinner.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await dinner.waitFor()
    await page.getByRole('link', { name: 'All' }).click()
    await page.getByText('3 receipts', { exact: true }).first().waitFor()

    const detail = await openReceipt(page, /39\.90/)
    await detail.getByText('Recorded as paid today').waitFor()
    expect(new URL(page.url()).pathname).toBe('/console/receipts/INV-2')
    const hook = `/${seller.wallet}`
    await detail.getByText('Delivered').first().click()
    const sent = receiver.received.filter((request) => request.path === hook).length
    await detail.getByRole('button', { name: /^Resend to/ }).click()
    await receiver.at(hook, sent + 1)
    await detail.getByRole('textbox', { name: 'Add a comment' }).fill('Table by the window')
    await detail.getByRole('button', { name: 'Add', exact: true }).click()
    await detail.getByText('Table by the window').waitFor()
    await detail.getByRole('button', { name: /^Delete comment/ }).click()
    await detail.getByText('The comment was deleted.').waitFor()
    await page.goBack()
    await detail.waitFor({ state: 'detached' })

    const unpaid = await openReceipt(page, /12\.00/)
    await unpaid.getByRole('button', { name: 'Record a payment' }).click()
    await page.getByRole('radio', { name: 'Cash' }).check()
    await page.getByRole('button', { name: 'Record $12.00' }).click()
    await unpaid.getByText('The payment was recorded.').waitFor()
    await unpaid.getByText('Recorded as paid by You').waitFor()
    await page.goBack()
    await page.getByText('77.00 USD paid').waitFor()
    expect(await rows.count()).toBeGreaterThan(3)
    expect(opened.pageErrors).toEqual([])
    await opened.close()
  })

  test('behavior: works by keyboard alone', async () => {
    const { opened, page } = await openShop(1_280)
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[role="row"]')?.textContent ?? '')
    await page.keyboard.press('j')
    await expect.poll(focused).toContain('INV-3')
    await page.keyboard.press('j')
    await expect.poll(focused).toContain('INV-2')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('x')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'INV-2' }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('dialog', { name: 'INV-1' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(focused).toContain('INV-1')
    await page.keyboard.press('/')
    await page.keyboard.type(email)
    await page.getByText('1 receipt', { exact: true }).first().waitFor()
    expect(opened.pageErrors).toEqual([])
    await opened.close()
  })

  test('behavior: new receipts wait behind a button', async () => {
    const { seller, opened, page } = await openShop(1_280)
    await makeReceipt(seller.program, { id: 'INV-4', ...bill(5, 'Tea') })
    await page.getByRole('button', { name: '1 new receipt' }).click()
    await page.getByText('4 receipts', { exact: true }).first().waitFor()
    await opened.close()
  })

  test('error: names filters that match nothing, and receipts that do not exist', async () => {
    const { opened, page } = await openShop(390)
    const { baseUrl } = service.demo
    await page.goto(`${baseUrl}/console/receipts?status=refunded&minUsd=5`)
    await page.getByText('Nothing matches Status Refunded and Amount from 5.00').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await page.getByText('3 receipts', { exact: true }).first().waitFor()
    await page.goto(`${baseUrl}/console/receipts/INV-9`)
    await page.getByText('There is no such receipt').waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await opened.close()
  })
})

/** Adds up the column `total`. No cell of these receipts has a comma. */
function sumTotals(csv: string): number {
  const [head = '', ...lines] = csv.trim().split(/\r?\n/)
  const place = head.split(',').indexOf('total')
  return (
    lines.reduce((sum, line) => sum + Math.round(Number(line.split(',')[place]) * 100), 0) / 100
  )
}
