/// <reference lib="dom" />
// @module-tag slow
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Browser, launchBrowser, type OpenPage } from '../helpers/browser.js'
import { createSender, makeItem, makeReceipt, useService } from '../helpers/client.js'
import { makeShopkeeper, openConsole, type Shopkeeper } from '../helpers/console/open-console.js'
import { maxClicks, type Task, ways } from '../helpers/console/tasks.js'
import { type Receiver, startReceiver } from '../helpers/receiver.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

type Shop = {
  shopkeeper: Shopkeeper
  page: Page
  receiver: Receiver
  /** The key of a program that no one uses. */
  unusedKey: string
  /** The sender of a program, whose key can change. */
  program: { apiKey: string }
  /** Lets the merchant's server respond without errors. */
  repair(): void
}

const withKey = (apiKey: string) => createSender(service.origin, { 'x-api-key': apiKey })

/** Reads the secret that a dialog shows once. */
const readSecret = async (page: Page, start: string) =>
  (await page
    .getByRole('dialog')
    .getByText(new RegExp(`^${start}`))
    .textContent()) ?? ''

const openTab = async ({ goTo, press }: Parameters<Task<Shop>['run']>[0], tab: string) => {
  await goTo('Developers')
  await press('link', tab)
}

/** The tasks of a developer in a week. Each begins at home. */
const tasks: readonly Task<Shop>[] = [
  {
    name: 'make a key for a program',
    async run({ goTo, press, write }, { page }) {
      await goTo('Developers')
      await press('button', 'New key')
      await write('textbox', 'Name', 'Web shop')
      await press('button', 'New key')
      const call = withKey(await readSecret(page, 'tly_test_'))
      expect((await call('GET /api/receipts')).status).toBe(200)
    },
  },
  {
    name: 'rotate a key while a program calls, without a failed call',
    async run({ goTo, press }, { page, program }) {
      const statuses: number[] = []
      let isCalling = true
      const call = async () => {
        while (isCalling) {
          statuses.push((await withKey(program.apiKey)('GET /api/receipts?limit=1')).status)
          await sleep(300)
        }
      }
      const calling = call()
      await goTo('Developers')
      await press('button', 'Rotate Orders')
      await press('button', 'Rotate')
      const oldKey = program.apiKey
      const callsBefore = statuses.length
      program.apiKey = await readSecret(page, 'tly_test_')
      await expect.poll(() => statuses.length).toBeGreaterThan(callsBefore + 5)
      isCalling = false
      await calling
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(program.apiKey).not.toBe(oldKey)
      expect((await withKey(oldKey)('GET /api/receipts?limit=1')).status).toBe(200)
      await page.getByText('The old key works until').waitFor()
    },
  },
  {
    name: 'revoke a key that leaked',
    async run({ goTo, press }, { page, unusedKey }) {
      await goTo('Developers')
      await press('button', 'Revoke Old shop')
      await press('button', 'Revoke')
      await page.getByText('The key is revoked.').waitFor()
      const isRevoked = async () => (await withKey(unusedKey)('GET /api/receipts')).status
      await expect.poll(isRevoked).toBe(401)
    },
  },
  {
    name: 'see why a webhook failed, and resend it',
    async run(hands, { page, receiver, repair }) {
      await openTab(hands, 'Webhooks')
      await page.getByText('Your server responded with 500.').waitFor()
      await page.getByText('It is not tried again unless you resend it.').waitFor()
      await page.getByText('The disk is full').waitFor()
      repair()
      const sent = receiver.received.filter(({ path }) => path === '/orders').length
      await hands.press('button', 'Resend now')
      await receiver.at('/orders', sent + 1)
      await page.getByRole('table').getByText('Delivered').first().waitFor()
    },
  },
  {
    name: 'add an endpoint',
    async run(hands, { page, receiver }) {
      await openTab(hands, 'Webhooks')
      await hands.press('button', 'New endpoint')
      await hands.write('textbox', 'Address', `${receiver.url}/stock`)
      await hands.press('button', 'Create')
      expect(await readSecret(page, 'whsec_')).toMatch(/^whsec_\S{20}/)
    },
  },
  {
    name: 'send a test event',
    async run(hands, { receiver }) {
      await openTab(hands, 'Webhooks')
      const sent = receiver.received.length
      await hands.press('button', 'Send test event')
      await expect.poll(() => receiver.received.length).toBeGreaterThan(sent)
    },
  },
  {
    name: 'replace the secret of an endpoint',
    async run(hands, { page }) {
      await openTab(hands, 'Webhooks')
      await hands.press('button', /^Actions: /)
      await hands.press('menuitem', 'Replace the secret')
      await hands.press('button', 'Replace the secret')
      expect(await readSecret(page, 'whsec_')).toMatch(/^whsec_\S{20}/)
    },
  },
  {
    name: 'pause an endpoint',
    async run(hands, { page, shopkeeper }) {
      await openTab(hands, 'Webhooks')
      await hands.press('button', /^Actions: /)
      await hands.press('menuitem', 'Pause')
      await page.getByText('Paused', { exact: true }).waitFor()
      const { body } = await shopkeeper.send<{ webhooks: { enabled: boolean }[] }>(
        'GET /api/webhooks',
      )
      expect(body.webhooks.filter(({ enabled }) => !enabled)).toHaveLength(1)
    },
  },
  {
    name: 'find a call by its correlation id',
    async run(hands, { page, program }) {
      const call = withKey(program.apiKey)
      const headers = { 'x-correlation-id': 'order-4711' }
      const body = { items: [{ sku: 'NONE', qty: 3 }] }
      expect((await call('POST /api/orders', { body, headers })).status).toBe(400)
      await openTab(hands, 'Request log')
      await hands.write('searchbox', 'Correlation id', 'order-4711')
      await page.getByText('inventory_item_not_found').first().waitFor()
      await page.getByText('POST /api/orders').first().waitFor()
    },
  },
  {
    name: 'read the events since a cursor',
    async run(hands, { page }) {
      await openTab(hands, 'Events')
      await page.getByRole('link', { name: 'INV-1' }).first().waitFor()
      await page.getByText('receipt.status_updated').first().waitFor()
    },
  },
  {
    name: 'copy a snippet with the ids of the shop',
    async run(hands, { page, shopkeeper }) {
      await openTab(hands, 'SDK and snippets')
      const snippet = page.getByText(`baseUrl: '${service.demo.baseUrl}'`)
      await snippet.filter({ hasText: "sku: 'TEA-1'" }).waitFor()
      await page.getByText('items="TEA-1:1">Buy now</tally-pay>').first().waitFor()
      await page.getByText(shopkeeper.wallet).first().waitFor()
      await hands.press('button', /^Copy .*Create an order/)
    },
  },
  {
    name: 'preview what agents find',
    async run(hands, { page }) {
      await openTab(hands, 'Agents')
      await page.getByText(`${service.demo.baseUrl}/mcp`).first().waitFor()
      await page.getByRole('table').getByText('search_shops').first().waitFor()
    },
  },
]

describe.each(ways)('tasks of a developer, %s', (_name, width, createHands) => {
  let shop: Shop
  let opened: OpenPage
  beforeAll(async () => {
    const place = await openShop()
    opened = await openConsole(browser, service, {
      shopkeeper: place.shopkeeper,
      path: '',
      width,
    })
    shop = { ...place, page: opened.page }
  })
  afterAll(async () => {
    await opened?.close()
    await shop?.receiver.close()
  })

  test.each(tasks)('default: $name', async ({ run }) => {
    const { page } = shop
    await page.goto(`${service.demo.baseUrl}/console`)
    await page.getByRole('heading', { name: 'Recent receipts' }).waitFor()
    const hands = createHands(page)
    await run(hands, shop)
    expect(hands.count()).toBeLessThanOrEqual(maxClicks)
    expect(opened.pageErrors).toEqual([])
  })
})

/** A shop with a sale, whose server failed to take the webhook of it. */
async function openShop(): Promise<Omit<Shop, 'page'>> {
  let isBroken = true
  const receiver = await startReceiver((response, { path }) => {
    if (path !== '/orders' || !isBroken) return response.writeHead(204).end()
    return response.writeHead(500, { 'content-type': 'text/plain' }).end('The disk is full')
  })
  const shopkeeper = await makeShopkeeper(service)
  const { send } = shopkeeper
  await makeItem(send, { sku: 'TEA-1', name: 'Green tea', priceUsd: 12 })
  const url = `${receiver.url}/orders`
  expect((await send('POST /api/webhooks', { body: { url } })).status).toBe(201)
  const newKey = async (name: string) =>
    (await send<{ apiKey: string }>('POST /api/keys', { body: { name } })).body.apiKey
  const unusedKey = await newKey('Old shop')
  const program = { apiKey: await newKey('Orders') }
  await makeReceipt(withKey(program.apiKey), { id: 'INV-1' })
  const paid = { receiptId: 'INV-1', status: 'paid' }
  expect((await send('POST /api/receipts/status', { body: paid })).status).toBe(200)
  const isFailed = async () => {
    const query = 'status=failed&limit=1'
    const { body } = await send<{ deliveries: object[] }>(`GET /api/webhooks/deliveries?${query}`)
    return body.deliveries.length === 1
  }
  await vi.waitUntil(isFailed, { timeout: 60_000, interval: 200 })
  const repair = () => {
    isBroken = false
  }
  return { shopkeeper, receiver, unusedKey, program, repair }
}
