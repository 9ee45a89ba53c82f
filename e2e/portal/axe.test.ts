/// <reference lib="dom" />
// @module-tag slow
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, openPage, type Page } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { axeScript, listViolations } from '../helpers/portal/list-violations.js'
import { openSimulatedPortal } from '../helpers/portal/open-simulated-portal.js'
import { listStates } from '../helpers/portal/portal-states.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

describe('accessibility of /portal/{receiptId}', () => {
  test('default: every state, in light and dark mode, on a phone and on a desktop', async () => {
    const portal = await openSimulatedPortal(browser, service, {
      wallets: ['Fern', 'Moss'],
      script: axeScript,
    })
    // States with the same text look the same.
    const distinct = new Map(listStates(portal.receipt).map((state) => [state.text, state]))
    for (const { name, receipt } of distinct.values()) {
      await portal.show(receipt)
      expect(await checkEverywhere(portal.page), name).toEqual([])
    }
    await portal.close()
  })

  test('behavior: during a wallet request, and after it was rejected', async () => {
    const portal = await openSimulatedPortal(browser, service, {
      wallets: ['Fern'],
      script: axeScript,
    })
    const { page } = portal
    await page.getByRole('button', { name: 'Pay with Fern' }).click()
    await page.getByRole('status').filter({ hasText: 'Choose an account' }).waitFor()
    expect(await checkEverywhere(page), 'busy').toEqual([])

    await portal.wallets.reject()
    await page
      .getByRole('alert')
      .filter({ hasText: 'You declined the request in your wallet.' })
      .waitFor()
    expect(await checkEverywhere(page), 'rejected').toEqual([])
    expect(await page.getByRole('button', { name: 'Pay with Fern' }).isEnabled()).toBe(true)
    await portal.close()
  })

  test('behavior: after another payment, and with an expired quote', async () => {
    const portal = await openSimulatedPortal(browser, service, {
      wallets: ['Fern'],
      script: axeScript,
    })
    const { page, receipt } = portal
    await page.getByRole('button', { name: 'Pay with Fern' }).click()
    await page.getByRole('status').filter({ hasText: 'Choose an account' }).waitFor()
    const paidPortalState = listStates(receipt).find(({ name }) => name === 'paid')
    await portal.show(paidPortalState?.receipt ?? receipt)
    await page.getByRole('alert').filter({ hasText: 'reject the request.' }).waitFor()
    expect(await checkEverywhere(page), 'superseded').toEqual([])

    await portal.wallets.reject()
    // Otherwise the page would get a new quote at once.
    await page.route('**/api/portal/**', (route) => route.abort())
    const options = receipt.payment.options.map((option) => ({ ...option, expiresAt: 1 }))
    await portal.show({ ...receipt, payment: { ...receipt.payment, options } })
    await page.getByText('This USDC quote has expired.').waitFor()
    expect(await checkEverywhere(page), 'expired').toEqual([])
    await portal.close()
  })

  test('behavior: with everything expanded', async () => {
    const portal = await openSimulatedPortal(browser, service, {
      wallets: ['Fern'],
      script: axeScript,
    })
    const { page } = portal
    await page.getByText('Scan with another device').click()
    await page.getByRole('button', { name: 'Scan with a wallet app instead' }).click()
    await page.getByRole('img', { name: /^Payment QR code: / }).waitFor()
    await page.getByText('Send to an address').click()
    await page.getByText('Sign in with your wallet').click()
    await page.getByText("I've already paid").click()
    await page.getByLabel('Transaction hash').fill('0x12')
    await page.getByRole('button', { name: 'Find payment' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: '0x followed by 64 digits and letters' })
      .waitFor()
    expect(await checkEverywhere(page)).toEqual([])
    await portal.close()
  })

  test('behavior: during a simulation, and after it was refused', async () => {
    const portal = await openSimulatedPortal(browser, service, { script: axeScript })
    const { page } = portal
    const heldRoutes: Route[] = []
    await page.route('**/api/sandbox/pay', (route) => void heldRoutes.push(route))
    await page.getByText('No wallet found in this browser.').waitFor()
    await page.getByRole('button', { name: 'Pay as test buyer' }).click()
    await page.getByRole('button', { name: 'Working' }).waitFor()
    const tile = page.getByRole('region', { name: 'Sandbox' })
    expect(await tile.locator('button:enabled').count()).toBe(0)
    expect(await checkEverywhere(page), 'busy').toEqual([])

    await heldRoutes[0]?.fulfill({
      status: 400,
      json: { error: 'invalid_input', message: 'Not now.' },
    })
    await page.getByRole('alert').filter({ hasText: 'Not now.' }).waitFor()
    expect(await checkEverywhere(page), 'refused').toEqual([])
    await portal.close()
  })

  test('behavior: while the connection is lost, and before the return to the shop', async () => {
    const portal = await openSimulatedPortal(browser, service, { script: axeScript })
    const { page, receipt } = portal
    const paid = listStates(receipt).find(({ name }) => name === 'paid')?.receipt ?? receipt
    // Stops the countdown, because the page would leave.
    await page.evaluate(() => {
      const { setTimeout: start } = window
      Object.assign(window, {
        setTimeout: (run: () => void, ms?: number) => (ms === 1_000 ? 0 : start(run, ms)),
      })
    })
    await portal.show({ ...paid, returnUrl: 'https://shop.example' })
    await page.getByRole('button', { name: 'Stay here' }).waitFor()
    expect(await checkEverywhere(page), 'returning').toEqual([])

    portal.feed.disconnect()
    await page.getByRole('status').filter({ hasText: 'Reconnecting.' }).waitFor()
    expect(await checkEverywhere(page), 'reconnecting').toEqual([])
    await portal.close()
  })

  test('error: an address without a page', async () => {
    const { page, close } = await openPage(browser)
    await page.addInitScript({ content: axeScript })
    await page.goto(`${service.demo.baseUrl}/no-such-page`)
    expect(await page.locator('.sandbox-bar').innerText()).toContain('No real money moves here.')
    expect(await checkEverywhere(page)).toEqual([])
    await close()
  })

  test('error: the page of a receipt that does not exist', async () => {
    const { page, close } = await openPage(browser)
    await page.addInitScript({ content: axeScript })
    const response = await page.goto(`${service.demo.baseUrl}/portal/no-such-receipt`)
    expect(response?.status()).toBe(404)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Payment not found')
    expect(await page.locator('.sandbox-bar').innerText()).toContain('No real money moves here.')
    expect(await checkEverywhere(page)).toEqual([])
    await close()
  })
})

/**
 * The structure does not depend on the colors, so that contrast suffices where the width was
 * checked before.
 */
const looks = [
  ['light', 390],
  ['dark', 1_280],
  ['dark', 390, 'contrast'],
  ['light', 1_280, 'contrast'],
] as const

async function checkEverywhere(page: Page): Promise<string[]> {
  const problems: string[] = []
  for (const [colorScheme, width, only] of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    const violations = await listViolations(page, only)
    problems.push(...violations.map((violation) => `${width} px, ${colorScheme}: ${violation}`))
  }
  return problems
}
