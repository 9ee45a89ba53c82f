/// <reference lib="dom" />
// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { makeShopkeeper, openConsole, type Shopkeeper } from '../helpers/console/open-console.js'

const service = useService()
let browser: Browser
let shopkeeper: Shopkeeper
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  shopkeeper = await makeShopkeeper(service)
})

const csvOf = (rows: number) =>
  ['sku,name,priceUsd', ...Array.from({ length: rows }, (_, at) => `S-${at},Thing ${at},1`)].join(
    '\n',
  )

const countItems = async () => {
  const { body } = await shopkeeper.program<{ items: number }>('GET /api/inventory/facets')
  return body.items
}

/** Opens the import and takes a file to its comparison. */
async function compare(rows: number) {
  const { page } = await openConsole(browser, service, { shopkeeper, path: '/catalog/import' })
  await page.getByLabel('Choose a CSV file').setInputFiles({
    name: 'things.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csvOf(rows)),
  })
  await page.getByRole('button', { name: /^Apply/ }).waitFor()
  return page
}

describe('the import of a catalog', () => {
  test('default: continues while the page is loaded again, and shows its result', async () => {
    const page = await compare(3_000)
    const started = page.waitForResponse((response) => response.url().includes('/api/jobs/import'))
    await page.getByRole('button', { name: /^Apply/ }).click()
    expect((await started).status()).toBe(202)
    await page.getByText('It goes on in the background.').or(page.getByText('3,000 new')).waitFor()
    await page.reload()
    await page.getByText('The catalog is updated.').waitFor()
    await page.getByText('3,000 new, 0 changed.').waitFor()
    expect(await countItems()).toBe(3_000)
    await page.context().close()
  }, 60_000)

  test('behavior: canceled, it changes nothing', async () => {
    const page = await compare(4_000)
    await page.getByRole('button', { name: /^Apply/ }).click()
    await page.getByText('It goes on in the background.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Canceled. Nothing was changed.').waitFor()
    expect(await countItems()).toBe(0)
    // The file is still there, so the changes can be applied after all.
    await page.getByRole('button', { name: /^Apply/ }).waitFor()
    await page.context().close()
  }, 60_000)
})
