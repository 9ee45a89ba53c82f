/// <reference lib="dom" />
// @module-tag slow
import { readFile } from 'node:fs/promises'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { makeReceipt, useService } from '../helpers/client.js'
import { makeShopkeeper, openConsole, payReceipt } from '../helpers/console/open-console.js'
import { connect } from '../helpers/demo-chain.js'
import { listOverflows } from '../helpers/portal/list-overflows.js'
import { axeScript, listViolations } from '../helpers/portal/list-violations.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

describe('/console/payouts', () => {
  test.each([1_280, 320])(
    'default: new recipients are signed, deployed and paid out, %i px',
    async (width) => {
      const shopkeeper = await makeShopkeeper(service)
      const partner = privateKeyToAddress(generatePrivateKey())
      const options = { shopkeeper, path: '/payouts', width, script: axeScript }
      const { page, wallet, pageErrors, ...opened } = await openConsole(browser, service, options)
      await page.getByRole('heading', { name: 'No payouts yet' }).waitFor()
      const share = page.getByRole('textbox', { name: /^Share of/ })
      expect(await share.inputValue()).toBe('99.50')

      await page.getByRole('button', { name: 'Add recipient' }).click()
      await page.getByRole('textbox', { name: 'Address of New recipient' }).fill('0x9b02')
      await page.getByText('This one has 6.').waitFor()
      await page.getByRole('textbox', { name: 'Address of New recipient' }).fill(partner)
      await page
        .getByRole('textbox', { name: /^Name of/ })
        .nth(1)
        .fill('Hollow Oak Farm')
      const partnerShare = share.nth(1)
      await partnerShare.fill('20')
      await partnerShare.press('Enter')
      await partnerShare.press('ArrowUp')
      await expect.poll(() => share.nth(0).inputValue()).toBe('79.49')
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await listViolations(page), colorScheme).toEqual([])
      }
      expect(await listOverflows(page)).toEqual([])

      await page.getByRole('button', { name: 'Review and sign' }).click()
      const review = page.getByRole('dialog', { name: 'Change the recipients?' })
      await review.getByRole('row', { name: /99\.50 % 79\.49 %/ }).waitFor()
      await review.getByRole('row', { name: /Hollow Oak Farm .* — 20\.01 %/ }).waitFor()
      expect(await listViolations(page)).toEqual([])
      await review.getByRole('button', { name: 'Sign and change' }).click()
      await page.getByRole('button', { name: 'Continue with Fern' }).click()
      await page.getByText('Deployed', { exact: true }).waitFor()
      expect(wallet.countCalls('personal_sign')).toBe(1)

      const id = await makeReceipt(shopkeeper.program, {
        lineItems: [{ label: 'Tea', priceUsd: 100 }],
        totalUsd: 100,
      })
      await payReceipt(shopkeeper.program, id)
      const history = page.getByRole('table', { name: 'History' })
      await history.getByRole('link').first().click()
      const drawer = page.getByRole('dialog', { name: 'Payout of $100.00' })
      await drawer.getByText('20.01', { exact: true }).waitFor()
      expect(await connect(service.demo).balanceIn('USDC', partner)).toBe(20_010_000n)
      await page.keyboard.press('Escape')

      await page.getByRole('combobox', { name: 'Recipient' }).selectOption('Hollow Oak Farm')
      await page.getByText('20.01', { exact: true }).first().waitFor()
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Statement' }).click()
      const csv = await readFile(await (await downloading).path(), 'utf8')
      expect(csv.trim().split('\r\n')).toHaveLength(2)
      expect(csv).toContain('Hollow Oak Farm,USDC,20.01,20.01')
      expect(pageErrors).toEqual([])
      await opened.close()
    },
  )
})
