/// <reference lib="dom" />
// @module-tag slow
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Browser, launchBrowser, type OpenPage } from '../helpers/browser.js'
import { createSender, makeReceipt, unique, useOwnService } from '../helpers/client.js'
import { controlChain } from '../helpers/console/control-chain.js'
import { makeShopkeeper, openConsole, type Shopkeeper } from '../helpers/console/open-console.js'
import { maxClicks, type Task, ways } from '../helpers/console/tasks.js'
import { type Receiver, startReceiver } from '../helpers/receiver.js'

const operatorKey = generatePrivateKey()
const folder = mkdtempSync(join(tmpdir(), 'tallystick-limits-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const limitsFile = join(folder, 'limits.json')
// The test opens far more screens in a minute than a person does.
writeFileSync(limitsFile, JSON.stringify({ limits: { 'person-calls': { person: 6_000 } } }))
const service = useOwnService({
  LIMITS_FILE: limitsFile,
  SANDBOX_CHAIN: 'on',
  PLATFORM_ADMINS: privateKeyToAddress(operatorKey),
  // More than the payouts of this file are outbid by.
  MAX_FEE_GWEI: '100',
})
let browser: Browser
let operator: Shopkeeper
/** All merchants beside those of the demo. */
const shopkeepers: Shopkeeper[] = []
beforeAll(async () => {
  browser = await launchBrowser()
  operator = await makeShopkeeper(service, { ownerKey: operatorKey })
  shopkeepers.push(operator)
})
afterAll(() => browser?.close())

type Platform = {
  page: Page
  /** A merchant with sales, a full allowance of keys, and a webhook that has failed. */
  shop: Shopkeeper
  name: string
  receiver: Receiver
  /** Lets the merchant's server respond without errors. */
  repair(): void
  /** A shop whose name resembles that of the merchant. */
  lookAlike: Shopkeeper
}

type Hands = Parameters<Task<Platform>['run']>[0]

const openTab = async ({ goTo, press }: Hands, tab: string) => {
  await goTo('Operator')
  await press('link', tab)
}

const openMerchant = async (hands: Hands, name: string) => {
  await openTab(hands, 'Merchants')
  await hands.write('searchbox', 'Wallet, name or slug', name)
  await hands.press('button', `Open ${name}`)
}

/** Opens the payment page of a receipt in a window of its own, and waits for a text. */
const expectOnPaymentPage = async ({ page, shop }: Platform, id: string, text: string | RegExp) => {
  const { body } = await shop.program<{ paymentUrl: string }>(`GET /api/receipts/${id}`)
  const buyer = await page.context().newPage()
  await buyer.goto(body.paymentUrl)
  await buyer.getByText(text).first().waitFor()
  await buyer.close()
}

const expectStatus = async ({ program }: Shopkeeper, id: string, expected: string) => {
  const read = async () =>
    (await program<{ status: string }>(`GET /api/receipts/${id}`)).body.status
  await expect.poll(read, { timeout: 60_000 }).toBe(expected)
}

/** The tasks of an operator in a week. Each begins at home. */
const tasks: readonly Task<Platform>[] = [
  {
    name: 'see that nothing is wrong, and how far the chain is',
    async run({ goTo }, { page }) {
      await goTo('Operator')
      await page.getByText('Nothing is firing').waitFor()
      await page.getByText('datastore: Good').waitFor()
      await page
        .getByRole('row', { name: /Node 1/ })
        .getByText('0 blocks')
        .waitFor()
    },
  },
  {
    name: 'find a merchant by its name, and see what it sold',
    async run(hands, { page, name }) {
      await openMerchant(hands, name)
      await page.getByRole('heading', { name }).waitFor()
      await page.getByText('$62.00').first().waitFor()
    },
  },
  {
    name: 'suspend a merchant, and its payment page says so',
    async run(hands, platform) {
      const { page, name, shop } = platform
      await expectOnPaymentPage(platform, 'OPEN-1', 'Pay with')
      await openMerchant(hands, name)
      await hands.press('button', 'Suspend')
      await hands.write('textbox', 'Reason', 'Sells what it does not have')
      await hands.press('button', 'Suspend')
      await page.getByText('Suspended: Sells what it does not have').waitFor()
      await expectOnPaymentPage(platform, 'OPEN-1', /is not taking payments right now/)
      const { status } = await shop.send('POST /api/keys', { body: { name: 'Till' } })
      expect(status).toBe(403)
    },
  },
  {
    name: 'end the suspension',
    async run(hands, platform) {
      const { page, name } = platform
      await openMerchant(hands, name)
      await hands.press('button', 'End the suspension')
      await hands.press('button', 'End the suspension')
      await page.getByText('The suspension has ended.').waitFor()
      await expectOnPaymentPage(platform, 'OPEN-1', 'Pay with')
    },
  },
  {
    name: 'raise a limit, and a call that was refused works',
    async run(hands, { page, name, shop }) {
      const makeKey = () => shop.send('POST /api/keys', { body: { name: 'Web shop' } })
      expect(await makeKey()).toMatchObject({ status: 400 })
      await openMerchant(hands, name)
      await hands.write('textbox', 'keys', '2')
      await hands.press('button', 'Save the limits')
      await hands.press('button', 'Save the limits')
      await page.getByText('The limits are saved.').waitFor()
      expect(await makeKey()).toMatchObject({ status: 201 })
    },
  },
  {
    name: 'give a merchant another plan',
    async run(hands, { page, name }) {
      await openMerchant(hands, name)
      await hands.press('button', 'Change the plan')
      await hands.choose('Plan', 'Enterprise')
      await hands.press('button', 'Change the plan')
      await page.getByText('The plan is changed.').waitFor()
      await page.getByText('Enterprise', { exact: true }).first().waitFor()
    },
  },
  {
    name: 'compare the sales of all merchants with their own reports',
    async run(hands, { page }) {
      await openTab(hands, 'Report')
      const total = page.getByRole('row', { name: /^Total/ })
      await total.waitFor()
      const cells = await total.getByRole('cell').allInnerTexts()
      const { orders, volume } = await sumOwnReports()
      expect(orders).toBeGreaterThanOrEqual(2)
      expect(cells[0]).toBe(String(orders))
      expect(cells[1]).toBe(`$${volume.toFixed(2)}`)
    },
  },
  {
    name: 'send a webhook again whose attempts are used up',
    async run(hands, { page, receiver, repair }) {
      await openTab(hands, 'Queues')
      await page
        .getByRole('row', { name: /SOLD-2/ })
        .getByText('503')
        .waitFor()
      repair()
      const sent = receiver.received.length
      await hands.press('button', 'Resend SOLD-2')
      await hands.press('button', 'Resend')
      await expect.poll(() => receiver.received.length).toBeGreaterThan(sent)
      await page.getByRole('row', { name: /SOLD-2/ }).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'see that no write waits for the database',
    async run(hands, { page }) {
      await openTab(hands, 'Queues')
      const journal = page.getByRole('region', { name: 'Journal' })
      await journal.getByText('Waiting records').waitFor()
      expect(await journal.getByRole('definition').allInnerTexts()).toEqual(['0', '0'])
    },
  },
  {
    name: 'run a recurring job now',
    async run(hands, { page }) {
      const job = 'prune-sessions'
      await openTab(hands, 'Jobs')
      await hands.press('button', `Run now: ${job}`)
      await hands.press('button', 'Run now')
      await page.getByText(`${job} runs within ten seconds.`).waitFor()
    },
  },
  {
    name: 'list a shop that waits for review',
    async run(hands, { page, name, lookAlike }) {
      await openTab(hands, 'Listings')
      await hands.press('button', `Approve ${lookAlikeOf(name)}`)
      await hands.press('button', 'Approve')
      await page.getByText('The shop is listed.').waitFor()
      const { body } = await lookAlike.send<{ config: object }>('GET /api/shop/config')
      expect(body.config).toMatchObject({ listing: 'listed' })
    },
  },
  {
    name: 'see which version runs, and which migrations it has applied',
    async run(hands, { page }) {
      await openTab(hands, 'Version')
      await page.getByText('PostgreSQL', { exact: true }).waitFor()
      await page
        .getByRole('row', { name: /0001-schema/ })
        .getByText('Applied')
        .waitFor()
    },
  },
  {
    name: 'unblock a transaction that pays less than the chain demands',
    async run(hands, { page, shop }) {
      const chain = controlChain(service, operator.send)
      await chain.outbidPayout(shop, 'PAID-1')
      await openTab(hands, 'Transactions')
      await page.getByRole('row', { name: /deposit\.flush.*Sent/ }).waitFor()
      await hands.press('button', 'Raise the fee: deposit.flush')
      await hands.press('button', 'Raise the fee')
      const attempts = async () => (await chain.listTransactions())[0]?.attempts
      await expect.poll(attempts).toBeGreaterThan(1)
      await chain.mine()
      await page
        .getByRole('row', { name: /deposit\.flush.*Final/ })
        .first()
        .waitFor()
      await expectStatus(shop, 'PAID-1', 'completed')
    },
  },
  {
    name: 'open an alert, and resolve it',
    async run(hands, { page, shop }) {
      const chain = controlChain(service, operator.send)
      await chain.starvePayout(shop, 'PAID-2')
      await hands.goTo('Operator')
      await page.getByText('signer_unfunded').waitFor()
      await hands.press('link', 'Open the transactions')
      await page.getByText(/The signer needs up to/).waitFor()
      await chain.fundRelayers()
      await page.getByText(/The signer needs up to/).waitFor({ state: 'detached' })
      await hands.press('link', 'State')
      await page.getByText('Nothing is firing').waitFor()
      await expectStatus(shop, 'PAID-2', 'completed')
    },
  },
]

describe.each(ways)('tasks of an operator, %s', (_name, width, createHands) => {
  let platform: Platform
  let opened: OpenPage
  beforeAll(async () => {
    const place = await openPlatform()
    opened = await openConsole(browser, service, { shopkeeper: operator, path: '', width })
    platform = { ...place, page: opened.page }
  })
  afterAll(async () => {
    await opened?.close()
    await platform?.receiver.close()
  })

  test.each(tasks)('default: $name', async ({ run }) => {
    const { page } = platform
    await page.goto(`${service.demo.baseUrl}/console`)
    // The operator has sold nothing, so home shows what to set up.
    await page.getByRole('heading', { level: 1 }).waitFor()
    const hands = createHands(page)
    await run(hands, platform)
    expect(hands.count()).toBeLessThanOrEqual(maxClicks)
    expect(opened.pageErrors).toEqual([])
  })
})

/** A name that looks the same, with a Cyrillic letter. */
const lookAlikeOf = (name: string) => name.replace('a', 'а')

/** Makes a merchant that an operator has something to do about, and a shop that imitates it. */
async function openPlatform(): Promise<Omit<Platform, 'page'>> {
  let isBroken = true
  const receiver = await startReceiver((response) => response.writeHead(isBroken ? 503 : 204).end())
  const name = unique('Tea house')
  const list = async ({ send }: Shopkeeper, config: { name: string; slug: string }) => {
    const body = { ...config, listed: true }
    expect((await send('POST /api/shop/config', { body })).status).toBe(200)
  }
  const shop = await makeShopkeeper(service)
  await list(shop, { name, slug: unique('tea') })
  const lookAlike = await makeShopkeeper(service)
  await list(lookAlike, { name: lookAlikeOf(name), slug: unique('other') })

  shopkeepers.push(shop, lookAlike)

  const limits = { limits: { keys: 1 } }
  const limited = await operator.send(`PUT /api/admin/merchants/${shop.wallet}/limits`, {
    body: limits,
  })
  expect(limited.status).toBe(200)
  for (const id of ['OPEN-1', 'PAID-1', 'PAID-2']) await makeReceipt(shop.program, { id })
  await sell(shop, { id: 'SOLD-1', usd: 40 })
  const webhook = await shop.send('POST /api/webhooks', { body: { url: `${receiver.url}/orders` } })
  expect(webhook.status).toBe(201)
  await sell(shop, { id: 'SOLD-2', usd: 22 })
  await vi.waitUntil(
    async () => {
      const { body } = await operator.send<{ deliveries: { receiptId: string }[] }>(
        'GET /api/admin/webhooks/failed',
      )
      return body.deliveries.some(({ receiptId }) => receiptId === 'SOLD-2')
    },
    { timeout: 60_000, interval: 200 },
  )
  const repair = () => {
    isBroken = false
  }
  return { shop, name, receiver, repair, lookAlike }
}

async function sell({ program, send }: Shopkeeper, { id, usd }: { id: string; usd: number }) {
  await makeReceipt(program, { id, lineItems: [{ label: 'Tea', priceUsd: usd }], totalUsd: usd })
  const body = { receiptId: id, status: 'paid' }
  expect((await send('POST /api/receipts/status', { body })).status).toBe(200)
}

type Sums = { orders: number; volume: number }

/** Adds up the reports that merchants see themselves, over every merchant of the service. */
async function sumOwnReports(): Promise<Sums> {
  const { demo, origin } = service
  const keys = [demo.apiKey, demo.otherMerchant.apiKey]
  const programs = keys.map((key) => createSender(origin, { 'x-api-key': key }))
  const sums: Sums = { orders: 0, volume: 0 }
  for (const call of [...programs, ...shopkeepers.map(({ program }) => program)]) {
    const { status, body } = await call<{ totals: Sums }>('GET /api/reports/summary')
    expect(status).toBe(200)
    sums.orders += body.totals.orders
    sums.volume += body.totals.volume
  }
  return sums
}
