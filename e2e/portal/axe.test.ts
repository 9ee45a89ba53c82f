import type { Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, openPage, type Page } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { axeScript, listViolations } from './list-violations.js'
import { openFedPortal } from './open-fed-portal.js'
import { listStates } from './portal-states.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

describe('accessibility of /portal/{receiptId}', () => {
  test('default: every state, by day and by night, on a phone and on a desk', async () => {
    const portal = await openFedPortal(browser, service, {
      ...{ wallets: ['Fern', 'Moss'], script: axeScript },
    })
    // Those that say the same look the same.
    const distinct = new Map(listStates(portal.receipt).map((state) => [state.says, state]))
    for (const { name, receipt } of distinct.values()) {
      await portal.show(receipt)
      expect(await lookEverywhere(portal.page), name).toEqual([])
    }
    await portal.close()
  })

  test('behavior: while a wallet is asked, and after it has declined', async () => {
    const portal = await openFedPortal(browser, service, { wallets: ['Fern'], script: axeScript })
    const { page } = portal
    await page.getByRole('button', { name: 'Pay with Fern' }).click()
    await page.getByRole('status').filter({ hasText: 'Choose an account' }).waitFor()
    expect(await lookEverywhere(page), 'busy').toEqual([])

    await portal.wallets.decline()
    await page.getByRole('alert').filter({ hasText: 'You cancelled in your wallet.' }).waitFor()
    expect(await lookEverywhere(page), 'declined').toEqual([])
    expect(await page.getByRole('button', { name: 'Pay with Fern' }).isEnabled()).toBe(true)
    await portal.close()
  })

  test('behavior: overtaken, and with a price that ran out', async () => {
    const portal = await openFedPortal(browser, service, { wallets: ['Fern'], script: axeScript })
    const { page, receipt } = portal
    await page.getByRole('button', { name: 'Pay with Fern' }).click()
    await page.getByRole('status').filter({ hasText: 'Choose an account' }).waitFor()
    const paid = listStates(receipt).find(({ name }) => name === 'paid')
    await portal.show(paid?.receipt ?? receipt)
    await page.getByRole('alert').filter({ hasText: 'decline it there.' }).waitFor()
    expect(await lookEverywhere(page), 'overtaken').toEqual([])

    await portal.wallets.decline()
    // Or there would be a new one at once.
    await page.route('**/api/portal/**', (route) => route.abort())
    const options = receipt.payment.options.map((option) => ({ ...option, expiresAt: 1 }))
    await portal.show({ ...receipt, payment: { ...receipt.payment, options } })
    await page.getByText('The price in USDC has run out.').waitFor()
    expect(await lookEverywhere(page), 'run out').toEqual([])
    await portal.close()
  })

  test('behavior: with everything open that can be opened', async () => {
    const portal = await openFedPortal(browser, service, { wallets: ['Fern'], script: axeScript })
    const { page } = portal
    await page.getByRole('tab', { name: 'Phone camera' }).click()
    await page.getByRole('img', { name: 'Code of this page' }).waitFor()
    await page.getByText('Sign in with your wallet').click()
    await page.getByText('I have paid already').click()
    await page.getByLabel('Transaction hash').fill('0x12')
    await page.getByRole('button', { name: 'Look for it' }).click()
    await page.getByRole('alert').filter({ hasText: '0x and 64 letters or digits' }).waitFor()
    expect(await lookEverywhere(page)).toEqual([])
    await portal.close()
  })

  test('behavior: while the sandbox works, and when it cannot', async () => {
    const portal = await openFedPortal(browser, service, { script: axeScript })
    const { page } = portal
    const held: Route[] = []
    await page.route('**/api/sandbox/pay', (route) => void held.push(route))
    await page.getByText('No wallet was found in this browser.').waitFor()
    await page.getByRole('button', { name: 'Pay as test buyer' }).click()
    await page.getByRole('button', { name: 'Working' }).waitFor()
    const tile = page.getByRole('region', { name: 'Sandbox' })
    expect(await tile.locator('button:enabled').count()).toBe(0)
    expect(await lookEverywhere(page), 'busy').toEqual([])

    await held[0]?.fulfill({ status: 400, json: { error: 'invalid_input', message: 'Not now.' } })
    await page.getByRole('alert').filter({ hasText: 'Not now.' }).waitFor()
    expect(await lookEverywhere(page), 'refused').toEqual([])
    await portal.close()
  })

  test('error: the page of a receipt that does not exist', async () => {
    const { page, close } = await openPage(browser)
    await page.addInitScript({ content: axeScript })
    const answer = await page.goto(`${service.demo.baseUrl}/portal/no-such-receipt`)
    expect(answer?.status()).toBe(404)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(
      'There is no payment here',
    )
    expect(await lookEverywhere(page)).toEqual([])
    await close()
  })
})

/** Colours do not depend on the width, nor the structure on the colours. */
const looks = [
  ['light', 390],
  ['dark', 1_280],
] as const

async function lookEverywhere(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [colorScheme, width] of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    const violations = await listViolations(page)
    found.push(...violations.map((violation) => `${width} px, ${colorScheme}: ${violation}`))
  }
  return found
}
