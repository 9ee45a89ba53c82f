/// <reference lib="dom" />
// @module-tag slow
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type OpenPage } from '../helpers/browser.js'
import { makeReceipt, type Service, useService } from '../helpers/client.js'
import {
  makeShopkeeper,
  openConsole,
  payReceipt,
  type Shopkeeper,
} from '../helpers/console/open-console.js'
import { maxClicks, type Task, ways } from '../helpers/console/tasks.js'
import type { StubWallet } from '../helpers/portal/stub-wallet.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

type Opened = OpenPage & { wallet: StubWallet }
type Shop = { shopkeeper: Shopkeeper; page: Page; wallet: StubWallet }

type Receipt = { status: string; refunds: { usd: number; txHash: string | null }[] }
const read = async ({ program }: Shopkeeper, id: string) =>
  (await program<Receipt>(`GET /api/receipts/${id}`)).body

/** Everyday tasks of a shop owner. Each one begins on the home screen. */
const tasks: readonly Task<Shop>[] = [
  {
    name: 'see which receipts make up the sales of today',
    async run({ press }, { page }) {
      await press('link', '$103.90')
      await page.getByText('103.90 USD paid').waitFor()
    },
  },
  {
    name: 'find a receipt by half of a customer’s e-mail address',
    async run({ press, write }, { page }) {
      await press('button', /^Search/)
      await write('combobox', 'Search', 'ada.love')
      await press('option', /Ada Lovelace.*INV-2/)
      await page.getByRole('dialog', { name: 'INV-2' }).getByText('ada.lovelace@').first().waitFor()
    },
  },
  {
    name: 'export the filtered list, and find its sum at home and in the reports',
    async run({ press }, { page, shopkeeper }) {
      await press('link', '$103.90')
      const downloading = page.waitForEvent('download')
      await press('link', 'Export 3 receipts')
      expect(sumTotals(await readFile(await (await downloading).path(), 'utf8'))).toBe(103.9)
      const { body } = await shopkeeper.send<{ totals: { volume: number } }>(
        'GET /api/reports/summary',
      )
      expect(body.totals.volume).toBe(103.9)
    },
  },
  {
    name: 'take a payment of an amount',
    async run({ press, write }, { page }) {
      await press('link', /^(Charge|New payment)$/)
      await write('textbox', 'Amount before tax', '12.50')
      await press('button', /^Create payment of/)
      await page.getByRole('img', { name: /^QR code of the payment page/ }).waitFor()
    },
  },
  {
    name: 'record a payment in cash',
    async run({ press, openRow }, { page, shopkeeper }) {
      await openRow(/Grace Hopper/)
      await press('button', 'Record a payment')
      await press('radio', 'Cash')
      await press('button', 'Record $12.00')
      await page.getByText('The payment was recorded.').waitFor()
      expect((await read(shopkeeper, 'INV-4')).status).toBe('paid')
    },
  },
  {
    name: 'refund one line, signed by the wallet and confirmed by the chain',
    async run({ press, openRow }, { page, shopkeeper, wallet }) {
      await openRow(/Elena Fischer/)
      await press('button', 'Refund')
      await press('checkbox', 'Refund Teapot')
      await press('button', 'It can receive the refund')
      await press('button', 'Sign refund of 30.00 USDC')
      await page.getByText('The chain has confirmed the refund.').waitFor()
      expect((await read(shopkeeper, 'INV-1')).refunds).toMatchObject([
        { usd: 30, txHash: wallet.sentHashes[0] },
      ])
    },
  },
  {
    name: 'leave a note for the team on a receipt',
    async run({ press, openRow, write }, { page }) {
      await openRow(/Ada Lovelace/)
      await write('textbox', 'Add a comment', 'Table by the window')
      await press('button', 'Add')
      await page.getByRole('dialog').getByText('Table by the window').waitFor()
    },
  },
  {
    name: 'cancel an unpaid payment',
    async run({ press, openRow }, { page, shopkeeper }) {
      await openRow(/Alan Turing/)
      await press('button', 'More actions')
      await press('menuitem', 'Cancel receipt')
      await press('button', 'Cancel receipt')
      await page.getByText('The receipt was canceled.').waitFor()
      expect((await read(shopkeeper, 'INV-5')).status).toBe('failed')
    },
  },
  {
    name: 'keep a view of the paid receipts',
    async run({ press, choose, write }, { page }) {
      await press('link', 'Receipts')
      await press('button', 'Filter')
      await press('menuitem', 'Status')
      await choose('Status', 'Paid')
      await press('button', 'Apply')
      await press('button', 'Save view')
      await write('textbox', 'Name', 'Sold')
      await press('button', 'Save view')
      await page.getByRole('link', { name: 'Sold' }).waitFor()
    },
  },
  {
    name: 'see who gets the money',
    async run({ goTo }, { page }) {
      await goTo('Payouts')
      await page.getByRole('heading', { name: 'Payouts' }).waitFor()
      await page.getByRole('textbox', { name: /^Share of/ }).waitFor()
    },
  },
]

describe.each(ways)('ten tasks of a shop owner, %s', (_name, width, createHands) => {
  let shop: Shop
  let opened: Opened
  beforeAll(async () => {
    const shopkeeper = await openShop(service)
    opened = await openConsole(browser, service, { shopkeeper, path: '', width })
    shop = { shopkeeper, page: opened.page, wallet: opened.wallet }
  })
  afterAll(() => opened?.close())

  test.each(tasks)('default: $name', async ({ run }) => {
    const { page } = shop
    await page.goto(`${service.demo.baseUrl}/console`)
    await page.getByRole('heading', { name: 'Recent receipts' }).waitFor()
    await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor()
    const hands = createHands(page)
    await run(hands, shop)
    expect(hands.count()).toBeLessThanOrEqual(maxClicks)
    expect(opened.pageErrors).toEqual([])
  })
})

/** A shop with three sales of today, one of them on chain, and two open payments. */
async function openShop(at: Service): Promise<Shopkeeper> {
  const shopkeeper = await makeShopkeeper(at, { isFunded: true })
  const { program, send } = shopkeeper
  const bill = async (id: string, name: string, lines: { label: string; priceUsd: number }[]) => {
    const [billingFirstName = '', billingLastName = ''] = name.split(' ')
    const billingEmail = `${name.toLowerCase().replace(' ', '.')}@example.com`
    const totalUsd = lines.reduce((sum, { priceUsd }) => sum + priceUsd, 0)
    const person = { billingFirstName, billingLastName, billingEmail }
    await makeReceipt(program, { id, lineItems: lines, totalUsd, ...person })
  }
  await bill('INV-1', 'Elena Fischer', [
    { label: 'Green tea', priceUsd: 12 },
    { label: 'Teapot', priceUsd: 30 },
  ])
  await payReceipt(program, 'INV-1')
  await bill('INV-2', 'Ada Lovelace', [{ label: 'Lunch', priceUsd: 22 }])
  await bill('INV-3', 'Jonas Weber', [{ label: 'Dinner', priceUsd: 39.9 }])
  for (const receiptId of ['INV-2', 'INV-3']) {
    const body = { receiptId, status: 'paid' }
    expect((await send('POST /api/receipts/status', { body })).status).toBe(200)
  }
  await bill('INV-4', 'Grace Hopper', [{ label: 'Breakfast', priceUsd: 12 }])
  await bill('INV-5', 'Alan Turing', [{ label: 'Coffee', priceUsd: 5 }])
  return shopkeeper
}

/** Adds up the totals of an export. No cell of these receipts has a comma. */
function sumTotals(csv: string): number {
  const [head = '', ...rows] = csv.trim().split(/\r?\n/)
  const place = head.split(',').indexOf('totalUsd')
  return rows.reduce((sum, row) => sum + Math.round(Number(row.split(',')[place]) * 100), 0) / 100
}
