/// <reference lib="dom" />
// @module-tag slow
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { makeReceipt, useService } from '../helpers/client.js'
import {
  makeShopkeeper,
  openConsole,
  payReceipt,
  type Shopkeeper,
} from '../helpers/console/open-console.js'
import { connect } from '../helpers/demo-chain.js'
import { axeScript, listViolations } from '../helpers/portal/list-violations.js'

const service = useService()
let browser: Browser
let shopkeeper: Shopkeeper
beforeAll(async () => {
  browser = await launchBrowser()
  shopkeeper = await makeShopkeeper(service, { isFunded: true })
})
afterAll(() => browser?.close())

type Refund = { usd: number; confirmed: boolean; txHash: string | null; buyer: string | null }

/** A paid receipt of two lines. */
async function sell(): Promise<string> {
  const id = await makeReceipt(shopkeeper.program, {
    lineItems: [
      { label: 'Green tea', priceUsd: 12, qty: 2 },
      { label: 'Teapot', priceUsd: 30 },
    ],
    totalUsd: 42,
    billingFirstName: 'Elena',
    billingLastName: 'Fischer',
  })
  await payReceipt(shopkeeper.program, id)
  return id
}

async function listRefunds(id: string): Promise<Refund[]> {
  const { body } = await shopkeeper.program<{ refunds: Refund[] }>(`GET /api/receipts/${id}`)
  return body.refunds
}

async function openRefund(id: string, options: { width?: number; script?: string } = {}) {
  const opened = await openConsole(browser, service, {
    shopkeeper,
    path: `/refund?receipt=${id}`,
    ...options,
  })
  const dialog = opened.page.getByRole('dialog', { name: /^Refund / })
  await dialog.getByRole('radio', { name: 'Lines' }).waitFor()
  return { ...opened, dialog }
}

const signButton = (page: Page, amount: string) =>
  page.getByRole('button', { name: `Sign refund of ${amount} USDC` })

/** Chooses an amount, and confirms the payer. */
async function chooseAmount(page: Page, amount: string) {
  await page.getByRole('radio', { name: 'Amount' }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Amount in dollars').fill(amount)
  await page.getByRole('button', { name: 'It can receive the refund' }).click()
}

const paddingOf = (element: Element) =>
  Number.parseFloat(getComputedStyle(element).paddingInlineStart)

describe('refund in the console', () => {
  test.each([1_280, 390])('default: one line, signed and confirmed, %i px', async (width) => {
    const id = await sell()
    const path = `/receipts/${id}`
    const opened = await openConsole(browser, service, { shopkeeper, path, width })
    const { page, wallet, pageErrors } = opened
    const chain = connect(service.demo)
    const before = await chain.balanceIn('USDC', chain.buyer)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Refund / })
    // It is a dialog of its own, although it opens from a drawer.
    await dialog.getByRole('button', { name: 'Close', exact: true }).waitFor()
    expect(await dialog.locator('.dialog-content').evaluate(paddingOf)).toBeGreaterThanOrEqual(16)
    await dialog.getByRole('checkbox', { name: 'Refund Green tea' }).click()
    await dialog.getByText('Elena gets').waitFor()
    await dialog.getByText('This payer is not verified.').waitFor()
    expect(await page.getByRole('button', { name: /^Sign refund/ }).isEnabled()).toBe(false)

    await dialog.getByRole('button', { name: 'It can receive the refund' }).click()
    await signButton(page, '6.00').click()
    await dialog.getByText('The chain has confirmed the refund.').waitFor()
    expect(wallet.sentHashes).toHaveLength(1)
    expect(await listRefunds(id)).toMatchObject([
      { usd: 6, confirmed: true, txHash: wallet.sentHashes[0] },
    ])
    expect((await chain.balanceIn('USDC', chain.buyer)) - before).toBe(6_000_000n)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
    await opened.close()
  })

  test('behavior: by keyboard alone, and a rejected signature keeps everything', async () => {
    const id = await sell()
    const opened = await openRefund(id, { script: axeScript })
    const { page, dialog, wallet } = opened
    await dialog.getByRole('checkbox', { name: 'Refund Teapot' }).focus()
    await page.keyboard.press('Space')
    const confirm = dialog.getByRole('button', { name: 'It can receive the refund' })
    await confirm.focus()
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Reason').selectOption('Returned')
    wallet.rejected.add('eth_sendTransaction')
    await signButton(page, '30.00').press('Enter')
    await page.getByRole('alert').filter({ hasText: 'You canceled in your wallet.' }).waitFor()
    expect(await dialog.getByRole('checkbox', { name: 'Refund Teapot' }).isChecked()).toBe(true)
    expect(await listRefunds(id)).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await listViolations(page), colorScheme).toEqual([])
    }

    wallet.rejected.clear()
    await signButton(page, '30.00').press('Enter')
    await dialog.getByText('The chain has confirmed the refund.').waitFor()
    expect(await listRefunds(id)).toMatchObject([{ usd: 30, reason: 'Returned' }])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await opened.close()
  })

  test('behavior: a refund by someone else in the meantime sends nothing', async () => {
    const id = await sell()
    const opened = await openRefund(id)
    const { page, wallet } = opened
    await chooseAmount(page, '5')
    await signButton(page, '5.00').waitFor()
    const body = { receiptId: id, usd: 5, elsewhere: true }
    expect((await shopkeeper.send('POST /api/receipts/refund', { body })).status).toBe(200)
    await signButton(page, '5.00').click()
    await page.getByRole('alert').filter({ hasText: 'The refund has changed' }).waitFor()
    expect(wallet.countCalls('eth_sendTransaction')).toBe(0)
    expect(await listRefunds(id)).toHaveLength(1)
    await opened.close()
  })

  test('behavior: two people with an open wallet cannot pay a refund twice', async () => {
    const id = await sell()
    const first = await openRefund(id)
    const second = await openRefund(id)
    for (const { page } of [first, second]) await chooseAmount(page, '5')
    const confirm = first.wallet.hold('eth_sendTransaction')
    await signButton(first.page, '5.00').click()
    await first.page.getByText('Confirm the transfer in your wallet.').waitFor()

    await signButton(second.page, '5.00').click()
    await second.page.getByRole('alert').filter({ hasText: 'in another window' }).waitFor()
    expect(second.wallet.countCalls('eth_sendTransaction')).toBe(0)
    confirm()
    await first.dialog.getByText('The chain has confirmed the refund.').waitFor()
    await signButton(second.page, '5.00').click()
    await second.page.getByRole('alert').filter({ hasText: 'The refund has changed' }).waitFor()
    expect(second.wallet.countCalls('eth_sendTransaction')).toBe(0)
    expect(await listRefunds(id)).toHaveLength(1)
    await Promise.all([first.close(), second.close()])
  })

  test('behavior: a transfer that could not be recorded is recorded after a reload', async () => {
    const id = await sell()
    const opened = await openRefund(id)
    const { page, dialog, wallet } = opened
    await chooseAmount(page, '7')
    await page.route('**/api/receipts/refund?*', (route) => route.abort())
    await signButton(page, '7.00').click()
    await dialog.getByRole('heading', { name: 'The money was sent.' }).waitFor()
    await page.getByRole('alert').waitFor()
    expect(await listRefunds(id)).toEqual([])

    await page.unroute('**/api/receipts/refund?*')
    await page.reload()
    await dialog.getByRole('heading', { name: 'The money was sent.' }).waitFor()
    await dialog.getByRole('button', { name: 'Record it again' }).click()
    await dialog.getByText('The chain has confirmed the refund.').waitFor()
    expect(wallet.countCalls('eth_sendTransaction')).toBe(1)
    expect(await listRefunds(id)).toMatchObject([{ usd: 7, txHash: wallet.sentHashes[0] }])
    await opened.close()
  })

  test('behavior: signs a refund that was recorded without a transaction', async () => {
    const id = await sell()
    const { buyer } = connect(service.demo)
    const body = { receiptId: id, usd: 4, buyer }
    expect((await shopkeeper.send('POST /api/receipts/refund', { body })).status).toBe(200)
    const opened = await openRefund(id)
    const { page, dialog, wallet } = opened
    await dialog.getByRole('button', { name: 'Sign $4.00' }).click()
    await dialog.getByRole('button', { name: 'It can receive the refund' }).click()
    await signButton(page, '4.00').click()
    await dialog.getByText('The chain has confirmed the refund.').waitFor()
    expect(await listRefunds(id)).toMatchObject([
      { usd: 4, confirmed: true, txHash: wallet.sentHashes[0] },
    ])
    await opened.close()
  })

  test('behavior: records money that was returned in cash', async () => {
    const id = await sell()
    const opened = await openRefund(id)
    const { page, dialog, wallet } = opened
    await page.getByRole('radio', { name: 'Everything' }).focus()
    await page.keyboard.press('Space')
    await dialog.getByText('I have returned the money in another way').click()
    await dialog.getByRole('button', { name: 'Record $42.00 as returned' }).click()
    await dialog.getByRole('heading', { name: '$42.00 refunded' }).waitFor()
    expect(await listRefunds(id)).toMatchObject([{ usd: 42, buyer: null, txHash: null }])
    expect(wallet.calls).toEqual([])
    await opened.close()
  })
})
