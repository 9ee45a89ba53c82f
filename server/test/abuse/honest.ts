import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFunctionData, erc20Abi, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { demoBuyer } from '../../src/features/sandbox/demo-wallets.js'
import { requiredOf, signerOf } from '../fixtures/agent.js'
import { type Client, createClient, type Session } from './client.js'
import type { LiveService } from './service.js'

/** A merchant with a listed shop. */
export type HonestShop = { client: Client; owner: Session; slug: string; sku: string }

type Option = { symbol: string; token: string | null; amountUnits: string }
type Page = { status: string; payment: { depositAddress: string; options: Option[] } }

const maxSeconds = 60
const pollMs = 500

/** Signs in from a network address, and opens a shop with one item. */
export async function openHonestShop(
  { origin }: LiveService,
  caller: { ip: string; retries: number },
): Promise<HonestShop> {
  const client = createClient({ origin, ...caller })
  const { session } = await client.signIn(generatePrivateKey())
  if (!session) throw new Error('an honest merchant cannot sign in')
  const { headers, wallet } = session
  const recipients = [{ address: wallet, sharesBps: 9_950 }]
  const calls: [string, object][] = [
    ['POST /api/split/deploy', { recipients }],
    ['POST /api/inventory', { sku: 'TEA', name: 'Tea', priceUsd: 6 }],
    ['POST /api/shop/config', { name: 'Corner Teahouse', slug: 'corner-teahouse', listed: true }],
  ]
  for (const [call, body] of calls) {
    const { status, text } = await client.call(call, { headers, body })
    expect(status, text).toBe(200)
  }
  return { client, owner: session, slug: 'corner-teahouse', sku: 'TEA' }
}

type HonestBuyer = {
  shop: HonestShop
  ip: string
  retries: number
  /** A client with an open connection, as a proxy has. Default: a new one. */
  client?: Client
}

/**
 * Orders and pays as a buyer with a network address. Returns the seconds until the receipt is paid.
 */
export async function buyHonestly(
  service: LiveService,
  { shop, client: input, ...caller }: HonestBuyer,
): Promise<{ receiptId: string; seconds: number }> {
  const client = input ?? createClient({ origin: service.origin, ...caller })
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1_000
  try {
    const body = { items: [{ sku: shop.sku, qty: 1 }] }
    const ordered = await client.call(`POST /api/directory/shops/${shop.slug}/orders`, { body })
    expect(ordered.status, ordered.text).toBe(200)
    const { receiptId } = JSON.parse(ordered.text).receipt
    const view = async (): Promise<Page> => {
      const { status, text } = await client.call(`GET /api/portal/${receiptId}`)
      expect(status, text).toBe(200)
      return JSON.parse(text)
    }
    await sendTokens(service, await view())
    while (elapsed() < maxSeconds) {
      const { status } = await view()
      if (['paid', 'completed', 'reconciled'].includes(status)) {
        return { receiptId, seconds: elapsed() }
      }
      await sleep(pollMs)
    }
    throw new Error(`${receiptId} was not paid within ${maxSeconds} s`)
  } finally {
    client.close()
  }
}

/**
 * Buys an order as an agent with x402, over new connections. Returns the seconds until it is sold.
 */
export async function buyAsAgent(
  service: LiveService,
  { shop, ip }: Pick<HonestBuyer, 'shop' | 'ip'>,
): Promise<{ receiptId: string; seconds: number }> {
  const client = createClient({ origin: service.origin, ip })
  const startedAt = performance.now()
  try {
    const body = { shopSlug: shop.slug, items: [{ sku: shop.sku, qty: 1 }] }
    const offered = await client.call('POST /api/x402/orders', { body })
    expect(offered.status, offered.text).toBe(402)
    const required = requiredOf(offered)
    const account = privateKeyToAccount(generatePrivateKey())
    const units = BigInt(required.amount)
    await transfer(service, { token: required.asset, to: account.address, units })
    const headers = await signerOf({ account }).pay(required)
    const sold = await client.call('POST /api/x402/orders', { body, headers, timeoutMs: 60_000 })
    expect(sold.status, sold.text).toBe(200)
    const { receiptId } = JSON.parse(sold.text).receipt
    return { receiptId, seconds: (performance.now() - startedAt) / 1_000 }
  } finally {
    client.close()
  }
}

type HonestStream = { status: number; received: () => string; close: () => void }

/**
 * Opens the event stream of a shop, and tries again if that fails. Returns its status and the text
 * received so far.
 */
export async function openHonestStream(shop: HonestShop, retries: number): Promise<HonestStream> {
  for (let remainingRetries = retries; ; remainingRetries -= 1) {
    const stream = await openStream(shop)
    if (stream.status === 200 || remainingRetries === 0) return stream
    stream.close()
    await sleep(pollMs)
  }
}

async function openStream({ client, owner: { headers } }: HonestShop): Promise<HonestStream> {
  const { origin, ip } = client
  let received = ''
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const onOpen = (reply: IncomingMessage) => {
      reply.on('data', (text: string) => {
        received += text
      })
      resolve(reply)
    }
    const options = { headers, onOpen, timeoutMs: 300_000 }
    createClient({ origin, ip }).call('GET /api/events/stream', options).catch(reject)
  })
  return {
    status: response.statusCode ?? 0,
    received: () => received,
    close: () => response.destroy(),
  }
}

/** Pays what a payment page asks for, by a plain transfer of USDC. */
async function sendTokens(service: LiveService, { payment }: Page): Promise<void> {
  const option = payment.options.find(({ symbol }) => symbol === 'USDC')
  if (!option?.token) throw new Error('the receipt cannot be paid in USDC')
  const { token, amountUnits } = option
  const to = payment.depositAddress as `0x${string}`
  await transfer(service, { token, to, units: BigInt(amountUnits) })
}

type Transfer = { token: string; to: `0x${string}`; units: bigint }

async function transfer({ chain }: LiveService, { token, to, units }: Transfer): Promise<void> {
  const args = [to, units] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  const call = { from: demoBuyer.address, to: token, data, gas: toHex(200_000n) }
  const hash = await chain.call('eth_sendTransaction', call)
  while ((await chain.call('eth_getTransactionReceipt', hash)) === null) await sleep(pollMs)
}
