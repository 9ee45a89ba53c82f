/// <reference lib="dom" />
// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { makeItem, useService } from '../helpers/client.js'
import { makeShopkeeper, openConsole } from '../helpers/console/open-console.js'
import { axeScript, listViolations } from '../helpers/portal/list-violations.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

type List = { receipts: { receiptId: string; totalUsd: number }[] }

describe('/console/payment', () => {
  test.each([1_280, 390])('default: an amount, until it is paid, %i px', async (width) => {
    const shopkeeper = await makeShopkeeper(service)
    const options = { shopkeeper, path: '/payment', width, script: axeScript }
    const opened = await openConsole(browser, service, options)
    const { page } = opened
    await page.getByLabel('Amount before tax').fill('12,50')
    await page.getByLabel('What it is for').fill('Two flat whites')
    await page.getByText('Customer Optional').click()
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Note for your team').fill('Pays on Friday')
    const create = page.getByRole('button', { name: 'Create payment of $12.56' })
    await create.waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await listViolations(page), colorScheme).toEqual([])
    }
    await create.click()
    await page.getByRole('img', { name: /^QR code of the payment page/ }).waitFor()
    await page.getByText('Waiting for the buyer').waitFor()
    expect(await listViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Pay as test buyer' }).click()
    await page.getByText('Paid', { exact: true }).waitFor()

    const receiptId = new URL(page.url()).searchParams.get('receipt')
    const { body } = await shopkeeper.send<Record<string, unknown>>(
      `GET /api/receipts/${receiptId}`,
    )
    expect(body).toMatchObject({ totalUsd: 12.56, billingAddress: { firstName: 'Ada' } })
    const { body: list } = await shopkeeper.send<{ comments: { text: string }[] }>(
      `GET /api/receipts/${receiptId}/comments`,
    )
    expect(list.comments).toMatchObject([{ text: 'Pays on Friday' }])
    await opened.close()
  })

  test('behavior: items of the catalog, and a lost answer creates one payment', async () => {
    const shopkeeper = await makeShopkeeper(service)
    await makeItem(shopkeeper.send, { name: 'Green tea', priceUsd: 10 })
    const opened = await openConsole(browser, service, { shopkeeper, path: '/payment' })
    const { page } = opened
    await page.getByRole('radio', { name: 'Items' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Add Green tea' }).click()
    await page.getByRole('button', { name: 'More of Green tea' }).click()
    const create = page.getByRole('button', { name: 'Create payment of $20.10' })
    await create.waitFor()

    // The service creates the payment, and its response gets lost.
    await page.route('**/api/receipts/terminal?*', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await create.click()
    await page.getByRole('alert').filter({ hasText: 'created only once' }).waitFor()
    await page.unroute('**/api/receipts/terminal?*')
    await create.click()
    await page.getByText('Waiting for the buyer').waitFor()
    const { body } = await shopkeeper.send<List>('GET /api/receipts')
    expect(body.receipts).toMatchObject([{ totalUsd: 20.1 }])
    await opened.close()
  })
})
