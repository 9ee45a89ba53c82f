/// <reference lib="dom" />
// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { makeNewOwner, openConsole } from '../helpers/console/open-console.js'
import { axeScript, listViolations } from '../helpers/portal/list-violations.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const maxMs = 3 * 60_000

type Receipts = { receipts: { receiptId: string; status: string; totalUsd: number }[] }

describe('/console/setup', () => {
  test.each([1_280, 390])(
    'default: from a shop without anything to a paid receipt, by clicks, %i px',
    async (width) => {
      const shopkeeper = await makeNewOwner(service)
      const options = { shopkeeper, path: '', width, script: axeScript }
      const startedAt = performance.now()
      const { page, pageErrors, ...opened } = await openConsole(browser, service, options)
      await page.getByRole('heading', { name: 'Take your first payment' }).waitFor()
      await page.getByRole('link', { name: 'Continue' }).click()

      await page.getByRole('textbox', { name: 'Name of the shop' }).fill('Notch & Bean')
      await page.getByRole('button', { name: 'Save and continue' }).click()
      await page.getByRole('button', { name: 'Use my wallet' }).click()
      await page.getByRole('textbox', { name: 'What do you sell?' }).fill('Crème brûlée')
      await page.getByRole('textbox', { name: 'Price in dollars' }).fill('14,50')
      expect(await listViolations(page)).toEqual([])
      await page.getByRole('button', { name: 'Save and continue' }).click()
      await page.getByRole('button', { name: 'Create a test payment' }).click()
      await page.getByRole('button', { name: 'Pay as test buyer' }).click()
      await page.getByText(/^A receipt was paid$/).waitFor()
      const took = performance.now() - startedAt
      process.stdout.write(
        `From nothing to a paid receipt at ${width} px: ${Math.round(took)} ms\n`,
      )
      expect(took).toBeLessThan(maxMs)

      const { body } = await shopkeeper.send<Receipts>('GET /api/receipts')
      expect(body.receipts).toHaveLength(1)
      expect(['paid', 'completed', 'reconciled']).toContain(body.receipts[0]?.status)
      const items = await shopkeeper.send<{ items: object[] }>('GET /api/inventory')
      expect(items.body.items).toMatchObject([
        { sku: 'CREME-BRULEE', name: 'Crème brûlée', priceUsd: 14.5 },
      ])

      await page.getByRole('button', { name: 'Skip' }).click()
      await page.getByText('2 things are left.').waitFor()
      for (const name of ['Recipients are set', 'No contact address', 'No tax set']) {
        await page.getByText(name, { exact: true }).waitFor()
      }
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await listViolations(page), colorScheme).toEqual([])
      }
      await page.getByRole('link', { name: 'Add a contact' }).click()
      await page.getByRole('textbox', { name: 'E-mail address' }).waitFor()
      expect(pageErrors).toEqual([])
      await opened.close()
    },
  )
})
