/// <reference lib="dom" />
// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { makeReceipt, placeOrder, useService } from '../helpers/client.js'
import { makeShopkeeper, openConsole, payReceipt } from '../helpers/console/open-console.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

type Paid = { receiptId: string; totalUsd: number; transactionHash: string }

describe('palette of the console', () => {
  test('default: finds a receipt by all that a person may have of it', async () => {
    const shopkeeper = await makeShopkeeper(service)
    const { program } = shopkeeper
    const { receiptId } = await placeOrder(program, {
      transactionId: 'TABLE-88',
      onrampEmail: 'ada.lovelace@example.com',
      billingEmail: 'ada.lovelace@example.com',
    })
    for (const id of ['INV-1', 'INV-2']) await makeReceipt(program, { id })
    await payReceipt(program, receiptId)
    const { body } = await program<Paid>(`GET /api/receipts/${receiptId}`)
    expect(body.transactionHash).toMatch(/^0x[0-9a-f]{64}$/)

    const { page, pageErrors, ...opened } = await openConsole(browser, service, {
      shopkeeper,
      path: '',
    })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const receipts = page.getByRole('group', { name: 'Receipts' }).getByRole('option')
    const texts = [
      receiptId,
      'TABLE-8',
      body.transactionHash,
      body.totalUsd.toFixed(2),
      `$${body.totalUsd.toFixed(2)}`,
      'ada.lovelace@example.com',
      'ada.love',
    ]
    for (const text of texts) {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox', { name: 'Search', exact: true }).fill(text)
      await expect
        .poll(() => receipts.allTextContents(), { message: text })
        .toEqual([expect.stringContaining('TABLE-88')])
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/console/receipts/${receiptId}`)
      await page.getByRole('dialog', { name: 'TABLE-88' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    expect(pageErrors).toEqual([])
    await opened.close()
  })
})

describe('shortcuts of the console', () => {
  test('default: single keys are switched off for good, and on again', async () => {
    const shopkeeper = await makeShopkeeper(service)
    await makeReceipt(shopkeeper.program, { id: 'INV-1' })
    const options = { shopkeeper, path: '/receipts' }
    const { page, ...opened } = await openConsole(browser, service, options)
    const list = page.getByText('1 receipt', { exact: true }).first()
    const help = page.getByRole('dialog', { name: 'Help' })
    const palette = page.getByRole('dialog', { name: 'Search' })
    await list.waitFor()
    await page.keyboard.press('?')
    await help.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })

    /** Presses every single key, and then opens the palette, which keys with Ctrl still do. */
    const pressAll = async () => {
      for (const key of ['?', '/', 'j', 'x', 'h', 'n']) await page.keyboard.press(key)
      await page.keyboard.press('ControlOrMeta+k')
      await palette.waitFor()
    }
    await pressAll()
    expect(new URL(page.url()).pathname).toBe('/console/receipts')
    expect(await page.locator('dialog[open]').count()).toBe(1)
    await page.reload()
    await list.waitFor()
    await pressAll()
    expect(new URL(page.url()).pathname).toBe('/console/receipts')
    expect(await page.locator('dialog[open]').count()).toBe(1)

    await page.getByRole('combobox', { name: 'Search', exact: true }).fill('shortcuts')
    await page.keyboard.press('Enter')
    await help.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.keyboard.press('h')
    await page.waitForURL(/\/console\/?$/)
    await opened.close()
  })
})
