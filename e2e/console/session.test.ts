/// <reference lib="dom" />
// @module-tag slow
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Browser, launchBrowser, openPage, type Page } from '../helpers/browser.js'
import { makeReceipt, useService } from '../helpers/client.js'
import { makeShopkeeper, openConsole } from '../helpers/console/open-console.js'
import { addWallet } from '../helpers/portal/stub-wallet.js'
import { addAuthenticator } from '../helpers/virtual-authenticator.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** Signs out from the palette. */
async function signOut(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('sign out')
  await page.getByRole('option', { name: 'Sign out', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in to Tallystick' }).waitFor()
}

describe('signing in to the console', () => {
  test('default: with a wallet, and from then on with a passkey', async () => {
    const { privateKey, wallet } = await makeShopkeeper(service)
    const { page, ...opened } = await openPage(browser, { width: 390, height: 844 })
    const stub = await addWallet(page, { demo: service.demo, privateKey, name: 'Fern' })
    const authenticator = await addAuthenticator(page)
    const home = page.getByRole('heading', { name: 'Take your first payment' })
    const whoAmI = () => page.evaluate(async () => (await fetch('/api/auth/me')).json())
    await page.goto(`${service.demo.baseUrl}/console/team/security`)

    stub.rejected.add('personal_sign')
    const connect = page.getByRole('button', { name: 'Continue with a wallet' })
    await connect.click()
    await page.getByText('You canceled in your wallet. Nothing has happened.').waitFor()
    stub.rejected.clear()
    await connect.click()
    // The sign-in leads to the screen that was opened.
    await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
    expect(await whoAmI()).toMatchObject({ wallet, merchants: [{ wallet, role: 'owner' }] })

    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Phone')
    await dialog.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('The passkey is added.').waitFor()
    expect(await authenticator.list()).toHaveLength(1)
    await signOut(page)
    expect(await whoAmI()).toMatchObject({ error: 'unauthorized' })

    await page.goto(`${service.demo.baseUrl}/console`)
    const signatures = stub.countCalls('personal_sign')
    const usePasskey = page.getByRole('button', { name: 'Use a passkey' })
    await authenticator.setVerified(false)
    await usePasskey.click()
    await page.getByText('No passkey was used. Try again.').waitFor()
    await authenticator.setVerified(true)
    await usePasskey.click()
    await home.waitFor()
    expect(await whoAmI()).toMatchObject({ wallet, merchants: [{ wallet, role: 'owner' }] })
    expect(stub.countCalls('personal_sign')).toBe(signatures)
    await page.reload()
    await home.waitFor()
    await opened.close()
  })
})

describe('a screen of the console', () => {
  test('default: is read once when it opens, and again after a change', async () => {
    const shopkeeper = await makeShopkeeper(service)
    const { send } = shopkeeper
    const add = (sku: string) =>
      send('POST /api/inventory', { body: { sku, name: `Item ${sku}`, priceUsd: 4, stockQty: 1 } })
    await add('A')
    const { page, ...opened } = await openConsole(browser, service, { shopkeeper, path: '/team' })
    await page.getByRole('heading', { name: 'Team' }).first().waitFor()
    // Beside an open transaction of another test, a stream starts without a position.
    const liveCursor = await vi.waitFor(
      async () => {
        const { body } = await send<{ liveCursor: string | null }>('GET /api/auth/me')
        expect(body.liveCursor).not.toBe(null)
        return body.liveCursor
      },
      { timeout: 30_000 },
    )
    await page.route('**/api/auth/me', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), liveCursor } })
    })
    const countReads = () =>
      opened.requests().filter((url) => url.includes('/api/inventory?')).length
    await page.goto(`${service.demo.baseUrl}/console/catalog`)
    await page.getByText('Item A', { exact: true }).first().waitFor()
    await expect.poll(countReads).toBeGreaterThan(0)
    const reads = countReads()
    await add('B')
    await page.getByText('Item B', { exact: true }).first().waitFor()
    expect(countReads()).toBe(reads * 2)
    await opened.close()
  })
})

describe('tabs of the console', () => {
  test('default: share one stream, which moves to another tab with the last one', async () => {
    const shopkeeper = await makeShopkeeper(service)
    const { program } = shopkeeper
    await makeReceipt(program, { id: 'INV-1' })
    const options = { shopkeeper, path: '/receipts' }
    const { page: first, ...opened } = await openConsole(browser, service, options)
    const countStreams = () =>
      opened.requests().filter((url) => url.includes('/api/events/stream?')).length
    const seeNew = (page: Page, button: string) =>
      page.getByRole('button', { name: button }).click()
    await expect.poll(countStreams).toBe(1)
    const tabs = [first]
    for (let tab = 1; tab < 3; tab += 1) {
      const page = await first.context().newPage()
      await page.goto(`${service.demo.baseUrl}/console/receipts`)
      await page.getByText('1 receipt', { exact: true }).first().waitFor()
      tabs.push(page)
    }
    await makeReceipt(program, { id: 'INV-2' })
    for (const tab of tabs) {
      await seeNew(tab, '1 new receipt')
      await tab.getByText('2 receipts', { exact: true }).first().waitFor()
    }
    expect(countStreams()).toBe(1)

    await first.close()
    await expect.poll(countStreams).toBe(2)
    await makeReceipt(program, { id: 'INV-3' })
    for (const tab of tabs.slice(1)) await seeNew(tab, '1 new receipt')
    expect(countStreams()).toBe(2)
    expect(opened.pageErrors).toEqual([])
    await opened.close()
  })
})
