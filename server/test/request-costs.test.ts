import { readFileSync, writeFileSync } from 'node:fs'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aListedShop } from './fixtures/anonymous-caller.js'
import { recordStatements } from './fixtures/count-statements.js'
import { createTestApp, type TestApp } from './harness.js'

/** The statements and the bytes of the response that a request may cost. */
type Cost = { statements: number; bytes: number }

const file = new URL('./request-costs.json', import.meta.url)
const committed: Record<string, Cost> = JSON.parse(readFileSync(file, 'utf8'))

/** Times and random values have more digits in some runs. */
const slack = 1.01

let app: TestApp
const requests = new Map<string, InjectOptions>()
const costs: Record<string, Cost> = {}

beforeAll(async () => {
  // Prices need no chain that responds.
  app = await createTestApp({
    environment: { FIXED_RATES: 'EUR=1.08,ETH=3000', CHAIN_RPC_URL: 'http://127.0.0.1:9' },
  })
  const lines = Array.from({ length: 5 }, (_, index) => ({ sku: `S-${index}`, qty: 2 }))
  const shop = await aListedShop(app, {
    stockQty: -1,
    payments: { acceptedTokens: ['USDC'], defaultPaymentToken: 'USDC' },
    items: lines.map(({ sku }) => ({ sku, name: `Item ${sku}`, priceUsd: 12.5 })),
  })
  const { receipt } = (await shop.post('/api/orders', { items: lines })).json()
  for (let created = 1; created < 100; created += 1) {
    await shop.post('/api/orders', { items: lines.slice(0, 1) })
  }

  const { headers, slug } = shop
  const { pathname, search } = new URL(receipt.paymentUrl)
  const read = (name: string, url: string, as: Record<string, string> = headers) =>
    requests.set(name, { url, headers: as })
  const send = (name: string, url: string, payload: object, as: Record<string, string> = {}) =>
    requests.set(name, { method: 'POST', url, payload, headers: as })
  // First, because further orders would be among them.
  read('100 receipts', '/api/receipts?limit=100')
  send('order of five lines', '/api/orders', { items: lines }, headers)
  send('order at a listed shop', `/api/directory/shops/${slug}/orders`, { items: lines })
  send('x402 challenge', '/api/x402/orders', { shopSlug: slug, items: lines })
  read('receipt', `/api/receipts/${receipt.receiptId}`)
  read('receipt status', `/api/receipts/status?receiptId=${receipt.receiptId}`)
  read('portal API', `${pathname.replace('/portal/', '/api/portal/')}${search}`, {})
  read('payment page', `${pathname}${search}`, {})
  read('catalog search', '/api/inventory?q=item&limit=20')
  read('directory search', `/api/directory/shops?q=${slug}`, {})
  read('home figures', '/api/reports/home', shop.owner.headers)
  read('shop page', `/shop/${slug}`, {})
  read('page of an item', `/shop/${slug}/items/S-0`, {})
  read('ping with a key', '/api/status/ping')

  const record = recordStatements(app)
  for (const [name, request] of requests) {
    // The first one fills the caches.
    await record(request)
    const { response, statements } = await record(request)
    if (![200, 402].includes(response.statusCode)) throw new Error(`${name}: ${response.body}`)
    costs[name] = { statements: statements.length, bytes: bytesOf(response) }
  }
  if (process.env['WRITE_COSTS'] === '1') writeFileSync(file, `${JSON.stringify(costs, null, 2)}\n`)
})
afterAll(() => app.close())

/** The path of a QR code, whose length depends on the random address in it. */
const qrCode = /[mhv\d -]{1000,}/g

/** The terms of a payment are in a header. Other headers have the same size in every response. */
function bytesOf({ body, headers }: LightMyRequestResponse): number {
  const terms = String(headers['payment-required'] ?? '')
  return Buffer.byteLength(body.replaceAll(qrCode, '')) + terms.length
}

/** To accept other costs, run this file with WRITE_COSTS=1 and commit what it writes. */
describe('costs of requests', () => {
  test('default: every committed request is measured', () => {
    expect(Object.keys(costs)).toEqual(Object.keys(committed))
  })

  test.each(Object.entries(committed))('behavior: %s', (name, cost) => {
    expect(costs[name]?.statements).toBe(cost.statements)
    expect(costs[name]?.bytes).toBeLessThanOrEqual(cost.bytes * slack)
  })
})
