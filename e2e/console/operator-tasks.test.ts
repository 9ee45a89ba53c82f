/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { createPublicClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type OpenPage } from '../helpers/browser.js'
import { makeReceipt, type Seller, type SendRequest, useOwnService } from '../helpers/client.js'
import type { Hands } from '../helpers/console/hands.js'
import { makeShopkeeper, openConsole, type Shopkeeper } from '../helpers/console/open-console.js'
import { maxClicks, type Task, ways } from '../helpers/console/tasks.js'
import { startReceiver } from '../helpers/receiver.js'

const operatorKey = generatePrivateKey()
const service = useOwnService({
  SANDBOX_CHAIN: 'on',
  PLATFORM_ADMINS: privateKeyToAddress(operatorKey),
})
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

type Platform = {
  operator: Shopkeeper
  page: Page
  /** A merchant with a sale of 25 dollars. */
  merchant: Seller & { name: string }
}
type Transaction = {
  id: string
  state: string
  attempts: number
  hash: string | null
  request: { result: string | null } | null
}

const openTab = async ({ goTo, press }: Hands, tab: string) => {
  await goTo('Operator')
  await press('link', tab)
}

const openMerchant = async (hands: Hands, name: string) => {
  await openTab(hands, 'Merchants')
  await hands.write('searchbox', 'Wallet, name or slug', name)
  await hands.press('button', `Open ${name}`)
}

/** Opens the payment page of a new receipt, beside the console. */
async function openPaymentPage(page: Page, merchant: Seller): Promise<Page> {
  const buyer = await page.context().newPage()
  const { body } = await merchant.program<{ receipts: { receiptId: string }[] }>(
    'GET /api/receipts?status=generated&limit=1',
  )
  await buyer.goto(`${service.demo.baseUrl}/portal/${body.receipts[0]?.receiptId}`)
  return buyer
}

const callChain = (method: string, ...params: unknown[]) =>
  createPublicClient({ transport: http(service.demo.chain?.rpcUrl) }).request({
    method,
    params,
  } as never)

const listTransactions = async (send: SendRequest, query = '') =>
  (await send<{ transactions: Transaction[] }>(`GET /api/admin/transactions${query}`)).body
    .transactions

/** What an operator does in a month. Each task begins at home. */
const tasks: readonly Task<Platform>[] = [
  {
    name: 'see whether the platform is healthy',
    async run({ goTo, press }, { page }) {
      await goTo('Operator')
      await page.getByRole('region', { name: 'Alerts' }).getByText('Nothing is firing').waitFor()
      await page.getByRole('table').getByText('Node 1').waitFor()
      await press('button', 'Examine')
      await page.getByText('The database').first().waitFor()
    },
  },
  {
    name: 'find a merchant by name, and see what it sold',
    async run(hands, { page, merchant }) {
      await openMerchant(hands, merchant.name)
      await page.getByText('$25.00', { exact: true }).waitFor()
    },
  },
  {
    name: 'suspend a merchant, whose payment page says so',
    async run(hands, { page, merchant }) {
      const buyer = await openPaymentPage(page, merchant)
      await buyer.getByText('not taking payments').waitFor({ state: 'detached' })
      await openMerchant(hands, merchant.name)
      await hands.press('button', 'Suspend')
      await hands.write('textbox', 'Reason', 'Sells what it does not have')
      await hands.press('button', 'Suspend')
      await page.getByText('Suspended: Sells what it does not have').waitFor()
      await buyer.getByText('is not taking payments right now.').first().waitFor()
      await buyer.close()
    },
  },
  {
    name: 'end a suspension, after which buyers pay again',
    async run(hands, { page, merchant }) {
      const buyer = await openPaymentPage(page, merchant)
      await buyer.getByText('is not taking payments right now.').first().waitFor()
      await openMerchant(hands, merchant.name)
      await hands.press('button', 'End the suspension')
      await hands.press('button', 'End the suspension')
      await page.getByText('The suspension has ended.').waitFor()
      await buyer.getByText('not taking payments').waitFor({ state: 'detached' })
      await buyer.close()
    },
  },
  {
    name: 'raise a limit of a merchant',
    async run(hands, { page, operator, merchant }) {
      const path = `PUT /api/admin/merchants/${merchant.wallet}/limits`
      const set = await operator.send(path, { body: { limits: { keys: 1 } } })
      expect(set.status).toBe(200)
      const makeKey = async () =>
        (await merchant.send('POST /api/keys', { body: { name: 'Second' } })).body['error']
      await expect.poll(makeKey).toBe('plan_limit_reached')
      await openMerchant(hands, merchant.name)
      await hands.write('textbox', 'keys', '5')
      await hands.press('button', 'Save the limits')
      await page.getByRole('dialog').getByText('keys: 5').waitFor()
      await hands.press('button', 'Save the limits')
      await page.getByText('The limits are saved.').waitFor()
      await expect.poll(makeKey).toBe(undefined)
    },
  },
  {
    name: 'change the plan of a merchant',
    async run(hands, { page, merchant }) {
      await openMerchant(hands, merchant.name)
      await hands.press('button', 'Change the plan')
      await hands.choose('Plan', 'Pro')
      await hands.press('button', 'Change the plan')
      await page.getByText('The plan is changed.').waitFor()
      const { body } = await merchant.send('GET /api/billing/limits')
      expect(body['plan']).toBe('pro')
    },
  },
  {
    name: 'read the report of all merchants, which is the sum of theirs',
    async run(hands, { page, operator }) {
      await openTab(hands, 'Report')
      const total = page.getByRole('row', { name: /^Total/ })
      await total.waitFor()
      const { body } = await operator.send<{
        days: { wallet: string; volume: number }[]
        totals: { volume: number }
      }>('GET /api/admin/reports/merchants?limit=100')
      const cents = body.days.reduce((sum, { volume }) => sum + Math.round(volume * 100), 0)
      expect(cents).toBe(Math.round(body.totals.volume * 100))
      expect(cents).toBeGreaterThanOrEqual(2_500)
      const shown = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
      await total
        .getByText(shown.format(cents / 100))
        .first()
        .waitFor()
    },
  },
  {
    name: 'unblock a transaction that the chain does not take',
    async run(hands, { page, operator, merchant }) {
      // Signed at the price of now, and in no block when the price has risen.
      await callChain('evm_setAutomine', false)
      const recipients = [{ address: operator.wallet, sharesBps: 9_950 }]
      const deployed = await merchant.send('POST /api/split/deploy', { body: { recipients } })
      expect(deployed.status).toBe(200)
      const findSent = async () => (await listTransactions(operator.send, '?state=sent'))[0]
      await expect.poll(findSent).toBeDefined()
      const { id = '' } = (await findSent()) ?? {}
      await callChain('anvil_setNextBlockBaseFeePerGas', '0x77359400')
      await callChain('evm_mine')
      await callChain('evm_setAutomine', true)
      expect((await findSent())?.id).toBe(id)

      await openTab(hands, 'Transactions')
      await hands.press('button', /^Raise the fee: /)
      await hands.press('button', 'Raise the fee')
      await page.getByText('The request is stored.').waitFor()
      const read = async () =>
        (await operator.send<{ transaction: Transaction }>(`GET /api/admin/transactions/${id}`))
          .body.transaction
      await expect.poll(async () => (await read()).state).toMatch(/mined|final/)
      expect((await read()).request).toMatchObject({ result: 'signed' })
    },
  },
  {
    name: 'run a job now',
    async run(hands, { page, operator }) {
      await openTab(hands, 'Jobs')
      const path = 'GET /api/admin/jobs'
      const { body } = await operator.send<{ jobs: { job: string }[] }>(path)
      const job = body.jobs.find(({ job: name }) => name.includes('prune'))?.job ?? ''
      await hands.press('button', `Run now: ${job}`)
      await hands.press('button', 'Run now')
      await page.getByText(`${job} runs within ten seconds.`).waitFor()
    },
  },
  {
    name: 'send a dead letter again',
    async run(hands, { page, operator, merchant }) {
      const server = await startReceiver((response) => response.writeHead(503).end())
      const hook = { url: `${server.url}/${merchant.wallet}` }
      expect((await merchant.send('POST /api/webhooks', { body: hook })).status).toBe(201)
      await makeReceipt(merchant.program)
      const countFailed = async () => {
        const { body } = await operator.send<{ deliveries: { url: string }[] }>(
          'GET /api/admin/webhooks/failed',
        )
        return body.deliveries.filter(({ url }) => url === hook.url).length
      }
      await expect.poll(countFailed).toBe(1)
      const sent = server.received.length
      await openTab(hands, 'Queues')
      await hands.press('button', 'Resend')
      await hands.press('button', 'Resend')
      await page.getByText('The delivery is sent again.').waitFor()
      await expect.poll(() => server.received.length).toBeGreaterThan(sent)
      await server.close()
    },
  },
  {
    name: 'see the version and that all migrations are applied',
    async run(hands, { page }) {
      await openTab(hands, 'Version')
      await page.getByText('0001-schema').waitFor()
      await page.getByText('Applied', { exact: true }).last().waitFor()
    },
  },
]

describe.each(ways)('tasks of an operator, %s', (_name, width, createHands) => {
  let platform: Platform
  let opened: OpenPage
  beforeAll(async () => {
    const operator = await makeShopkeeper(service, { ownerKey: operatorKey })
    const merchant = await openMerchantShop(`Café ${width}`)
    opened = await openConsole(browser, service, { shopkeeper: operator, path: '', width })
    platform = { operator, merchant, page: opened.page }
  })
  afterAll(() => opened?.close())

  test.each(tasks)('default: $name', async ({ run }) => {
    const { page } = platform
    await page.goto(`${service.demo.baseUrl}/console`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const hands = createHands(page)
    await run(hands, platform)
    expect(hands.count()).toBeLessThanOrEqual(maxClicks)
    expect(opened.pageErrors).toEqual([])
  })
})

/** A merchant with a name, a sale and an open receipt. */
async function openMerchantShop(name: string): Promise<Seller & { name: string }> {
  const merchant = await service.newSeller()
  const config = await merchant.send('POST /api/shop/config', { body: { name } })
  expect(config.status).toBe(200)
  const receiptId = await makeReceipt(merchant.program)
  const body = { receiptId, status: 'paid' }
  expect((await merchant.send('POST /api/receipts/status', { body })).status).toBe(200)
  await makeReceipt(merchant.program)
  return { ...merchant, name }
}
