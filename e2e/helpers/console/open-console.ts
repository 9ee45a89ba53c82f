import { generatePrivateKey } from 'viem/accounts'
import { expect, vi } from 'vitest'
import { type Browser, type OpenPage, openPage } from '../browser.js'
import type { SendRequest, Service } from '../client.js'
import { makeBuyer } from '../portal/make-buyer.js'
import { addWallet, type StubWallet } from '../portal/stub-wallet.js'

export type Shopkeeper = {
  wallet: string
  privateKey: `0x${string}`
  headers: Record<string, string>
  send: SendRequest
  program: SendRequest
}

/** Makes an owner whose shop has nothing yet. */
export async function makeNewOwner(service: Service): Promise<Shopkeeper> {
  const privateKey = generatePrivateKey()
  const owner = await service.signIn(privateKey)
  return { ...owner, privateKey, program: owner.send }
}

type ShopkeeperOptions = {
  /** The wallet can send refunds. */
  isFunded?: boolean
  /** The key of the wallet, in place of a new one. */
  ownerKey?: `0x${string}`
}

/** Makes an owner with a shop that can sell. */
export async function makeShopkeeper(
  service: Service,
  { isFunded = false, ownerKey }: ShopkeeperOptions = {},
): Promise<Shopkeeper> {
  const newKey = async () =>
    isFunded ? (await makeBuyer(service.demo)).privateKey : generatePrivateKey()
  const privateKey = ownerKey ?? (await newKey())
  const owner = await service.signIn(privateKey)
  const recipients = [{ address: owner.wallet, sharesBps: 9_950 }]
  const split = await owner.send('POST /api/split/deploy', { body: { recipients } })
  expect(split.status).toBe(200)
  const { body } = await owner.send<{ apiKey: string }>('POST /api/keys', {
    body: { name: 'Till' },
  })
  const { apiKey } = body
  const program: SendRequest = (call, input = {}) =>
    service.anyone(call, { ...input, headers: { ...input.headers, 'x-api-key': apiKey } })
  return { ...owner, privateKey, program }
}

type ConsoleOptions = {
  shopkeeper: Shopkeeper
  path: string
  width?: number
  /** Runs in the page before it loads. */
  script?: string
}

/** Opens a screen of the console as an owner who is signed in, with their wallet installed. */
export async function openConsole(
  browser: Browser,
  service: Service,
  { shopkeeper, path, width = 1_280, script }: ConsoleOptions,
): Promise<OpenPage & { wallet: StubWallet }> {
  const opened = await openPage(browser, { width, height: 844, acceptDownloads: true })
  const { page } = opened
  const { baseUrl } = service.demo
  if (script) await page.addInitScript({ content: script })
  const { privateKey, headers } = shopkeeper
  const wallet = await addWallet(page, { demo: service.demo, privateKey, name: 'Fern' })
  const cookies = (headers['cookie'] ?? '').split('; ').map((pair) => {
    const place = pair.indexOf('=')
    return { name: pair.slice(0, place), value: pair.slice(place + 1), url: baseUrl }
  })
  await page.context().addCookies(cookies)
  await page.goto(`${baseUrl}/console${path}`)
  return { ...opened, wallet }
}

/** Pays a receipt as the test buyer, and waits until it counts as paid. */
export async function payReceipt(program: SendRequest, receiptId: string): Promise<void> {
  const body = { receiptId, scenario: 'exact' }
  expect((await program('POST /api/sandbox/pay', { body })).status).toBe(200)
  const isPaid = async () => {
    const { body } = await program<{ status: string }>(`GET /api/receipts/${receiptId}`)
    return ['paid', 'completed', 'reconciled'].includes(body.status)
  }
  const patience = { timeout: 60_000, interval: 100 }
  await vi.waitFor(async () => expect(await isPaid()).toBe(true), patience)
}
