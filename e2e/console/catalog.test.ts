/// <reference lib="dom" />
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { makeItem, useService } from '../helpers/client.js'
import { makeShopkeeper, openConsole } from '../helpers/console/open-console.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

type Items = { items: { sku: string; name: string; priceUsd: number; description: string }[] }

describe('/console/catalog', () => {
  test('default: the file of an export imports without a change', async () => {
    const shopkeeper = await makeShopkeeper(service)
    await makeItem(shopkeeper.send, {
      sku: 'TEA-1',
      name: 'Earl Grey, "extra"',
      description: 'First line\nsecond line',
      tags: ['tea', 'black'],
      attributes: { origin: 'India', weight: { grams: 100 } },
      stockQty: 12.5,
      lowStockQty: 2,
      taxable: false,
    })
    await makeItem(shopkeeper.send, {
      sku: 'CUP-1',
      name: '=Cup',
      priceUsd: 9.5,
      price: 8.9,
      currency: 'EUR',
      priceIncludesTax: true,
    })
    await makeItem(shopkeeper.send, { sku: 'SHIRT', name: 'Shirt', active: false })
    await makeItem(shopkeeper.send, {
      sku: 'SHIRT-L',
      name: 'Shirt',
      parentSku: 'SHIRT',
      options: { size: 'L', color: 'Red' },
    })
    const { page, ...opened } = await openConsole(browser, service, {
      shopkeeper,
      path: '/catalog',
    })
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: /^Export/ }).click()
    const buffer = await readFile(await (await downloading).path())
    await page.getByRole('link', { name: /^Import/ }).click()
    const file = { name: 'catalog.csv', mimeType: 'text/csv', buffer }
    await page.locator('input[type=file][accept*=csv]').setInputFiles(file)
    await page.getByText('The catalog is the same as the file.').waitFor()
    await opened.close()
  })

  test('behavior: of two tabs with one item, the second sees the change and loses nothing', async () => {
    const shopkeeper = await makeShopkeeper(service)
    const { id } = await makeItem(shopkeeper.send, { sku: 'TEA-1', name: 'Earl Grey' })
    const options = { shopkeeper, path: `/catalog/${id}` }
    const first = await openConsole(browser, service, options)
    const second = await openConsole(browser, service, options)
    const fieldOf = ({ page }: { page: Page }, name: string) =>
      page.getByRole('dialog').getByRole('textbox', { name, exact: true })
    await fieldOf(second, 'Description').fill('Black tea')
    await fieldOf(second, 'Name').fill('Earl Grey, loose')

    await fieldOf(first, 'Name').fill('Earl Grey, bags')
    await first.page.getByRole('button', { name: 'Save', exact: true }).click()
    await first.page.getByText('Earl Grey, bags is saved').waitFor()

    // The change arrives by itself. Without a connection, the answer to a save would bring it.
    await second.page.getByText('This item was changed meanwhile').first().waitFor()
    const row = second.page.getByRole('row', { name: /^Name Earl Grey Earl Grey, bags/ })
    await row.getByText('Earl Grey, loose').waitFor()
    expect(await fieldOf(second, 'Description').inputValue()).toBe('Black tea')
    await second.page.getByRole('button', { name: 'Save', exact: true }).click()
    const read = async () => (await shopkeeper.send<Items>('GET /api/inventory')).body.items
    await expect
      .poll(read)
      .toMatchObject([{ sku: 'TEA-1', name: 'Earl Grey, loose', description: 'Black tea' }])
    await first.close()
    await second.close()
  })
})
