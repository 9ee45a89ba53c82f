/// <reference lib="dom" />
// @module-tag slow
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type OpenPage } from '../helpers/browser.js'
import { makeReceipt, useService } from '../helpers/client.js'
import { createFinger, createKeyboard, type Hands } from '../helpers/console/hands.js'
import { makeShopkeeper, openConsole, type Shopkeeper } from '../helpers/console/open-console.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const maxClicks = 6

type Shop = { shopkeeper: Shopkeeper; page: Page }
type Task = { name: string; run(hands: Hands, shop: Shop): Promise<void> }

type Config = {
  name: string
  theme: { primaryColor: string }
  contact: { email: string }
  storefront: { isOpen: boolean; closedNote: string }
  payments: { acceptedTokens: string[] }
  publicOrders: { embedOrigins: string[] }
  tax: { defaultJurisdictionCode: string | null; overrides: object[]; taxId: string }
}
const read = async ({ shopkeeper }: Shop) =>
  (await shopkeeper.send<{ config: Config }>('GET /api/shop/config')).body.config

/** Opens a screen from the navigation, which is a sheet on a phone. */
async function open({ press }: Hands, { page }: Shop, name: string): Promise<void> {
  const more = page.getByRole('button', { name: 'More', exact: true })
  if (await more.isVisible()) await press('button', 'More')
  await press('link', name)
  await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
}

async function save({ press }: Hands, { page }: Shop): Promise<void> {
  await press('button', 'Save')
  await page.getByText('The settings were saved.').first().waitFor()
}

/** Setup tasks of a shop owner. Each one begins on the home screen. */
const tasks: readonly Task[] = [
  {
    name: 'give the shop a name',
    async run(hands, shop) {
      await open(hands, shop, 'Shop')
      await hands.write('textbox', 'Name', 'Notch and Bean')
      await save(hands, shop)
      expect((await read(shop)).name).toBe('Notch and Bean')
    },
  },
  {
    name: 'change the color of buttons',
    async run(hands, shop) {
      await open(hands, shop, 'Shop')
      await hands.press('link', 'Look')
      await hands.write('textbox', 'Main color', '#0F6E5B')
      await save(hands, shop)
      expect((await read(shop)).theme.primaryColor).toBe('#0F6E5B')
    },
  },
  {
    name: 'see what buyers will see',
    async run(hands, shop) {
      await open(hands, shop, 'Shop')
      const button = shop.page.getByRole('button', { name: 'What buyers will see' })
      if (await button.isVisible()) await hands.press('button', 'What buyers will see')
      const page = shop.page.frameLocator('iframe[title="Preview: Payment page"]:visible')
      await page.getByText('Lunch').first().waitFor()
    },
  },
  {
    name: 'say how buyers reach the shop',
    async run(hands, shop) {
      await open(hands, shop, 'Shop')
      await hands.press('link', 'Contact and policies')
      await hands.write('textbox', 'E-mail address', 'help@notch.example')
      await save(hands, shop)
      expect((await read(shop)).contact.email).toBe('help@notch.example')
    },
  },
  {
    name: 'close the shop until Monday',
    async run(hands, shop) {
      await open(hands, shop, 'Shop')
      await hands.press('link', 'Shop page')
      await hands.press('switch', 'The shop takes orders')
      await hands.write('textbox', 'Note while it is closed', 'Open again on Monday')
      await save(hands, shop)
      expect((await read(shop)).storefront).toMatchObject({
        isOpen: false,
        closedNote: 'Open again on Monday',
      })
    },
  },
  {
    name: 'stop taking a token',
    async run(hands, shop) {
      await open(hands, shop, 'Shop')
      await hands.press('link', 'Payments')
      await hands.press('checkbox', 'USDT')
      await save(hands, shop)
      expect((await read(shop)).payments.acceptedTokens).toEqual(['USDC', 'EURC', 'ETH'])
    },
  },
  {
    name: 'let a site show the pay button',
    async run(hands, shop) {
      await open(hands, shop, 'Shop')
      await hands.press('link', 'Your sites')
      await hands.write('textbox', 'Sites with a pay button', 'https://notch.example')
      await save(hands, shop)
      expect((await read(shop)).publicOrders.embedOrigins).toEqual(['https://notch.example'])
    },
  },
  {
    name: 'choose the jurisdiction, and see the tax of a sale',
    async run(hands, shop) {
      await open(hands, shop, 'Tax')
      await hands.press('button', 'Choose a jurisdiction')
      await hands.write('searchbox', 'Search jurisdictions', 'german')
      await hands.press('button', /^Germany/)
      await shop.page.getByText('$19.00').first().waitFor()
      await save(hands, shop)
      expect((await read(shop)).tax.defaultJurisdictionCode).toBe('DE')
    },
  },
  {
    name: 'add rates that the catalog does not have',
    async run(hands, shop) {
      await open(hands, shop, 'Tax')
      await hands.press('button', 'Add rates')
      await hands.write('combobox', 'Jurisdiction', 'JE')
      await hands.write('textbox', 'Name of component 1', 'GST')
      await hands.write('textbox', 'Rate of component 1', '5')
      await hands.press('button', 'Use these rates')
      await save(hands, shop)
      expect((await read(shop)).tax.overrides).toEqual([
        { code: 'JE', components: [{ code: 'standard', name: 'GST', rate: 0.05 }] },
      ])
    },
  },
  {
    name: 'find what the shop still lacks before it sells',
    async run(hands, shop) {
      await open(hands, shop, 'Shop')
      await hands.press('link', 'Before you go live')
      await shop.page.getByRole('heading', { name: 'Go live' }).waitFor()
      await shop.page.getByText('No paid receipt', { exact: true }).waitFor()
    },
  },
]

const ways = [
  ['with a finger on a phone', 390, createFinger],
  ['by keyboard alone', 1_280, createKeyboard],
] as const

describe.each(ways)('ten settings of a shop owner, %s', (_name, width, createHands) => {
  let shop: Shop
  let opened: OpenPage
  beforeAll(async () => {
    const shopkeeper = await makeShopkeeper(service)
    await makeReceipt(shopkeeper.program)
    opened = await openConsole(browser, service, { shopkeeper, path: '', width })
    shop = { shopkeeper, page: opened.page }
  })
  afterAll(() => opened?.close())

  test.each(tasks)('default: $name', async ({ run }) => {
    await shop.page.goto(`${service.demo.baseUrl}/console`)
    await shop.page.getByRole('heading', { name: 'Take your first payment' }).waitFor()
    const hands = createHands(shop.page)
    await run(hands, shop)
    expect(hands.count()).toBeLessThanOrEqual(maxClicks)
    // Chromium reports each script that the sandbox of a preview stops.
    const isStopped = (line: string) => line.includes('frame is sandboxed')
    expect(opened.pageErrors.filter((line) => !isStopped(line))).toEqual([])
  })
})
