// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aHash, insertPayment, setCursor } from '../../fixtures/buyer.js'
import { aNoisyPicture, asDataUri } from '../../fixtures/pictures.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { listen } from '../../fixtures/servers/event-listener.js'
import { createTestApp, type TestApp } from '../../harness.js'

const kilobyte = 1_024
const contact = {
  email: 'support@coffee-roasters.example',
  phone: '+49 30 1234567',
  url: 'https://coffee-roasters.example/support',
  returnPolicyUrl: 'https://coffee-roasters.example/returns',
  termsUrl: 'https://coffee-roasters.example/terms',
  privacyUrl: 'https://coffee-roasters.example/privacy',
}

let app: TestApp
let base: string
let seller: Seller
beforeAll(async () => {
  app = await createTestApp({ environment: { CONFIRMATIONS: '3' } })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as { port: number }
  base = `http://127.0.0.1:${port}`
  const items = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map(async (n) => ({
      sku: `PICTURED-${n}`,
      name: `Single-origin espresso beans, washed, lot ${n}, 250 g`,
      priceUsd: 12.5,
      images: [asDataUri(await aNoisyPicture())],
    })),
  )
  const config = { name: 'Coffee roasters', contact, payments: { expiryMinutes: 60 } }
  seller = await aSeller(app, { items, config: config as object })
})
afterAll(() => app.close())

async function placeOrder(): Promise<string> {
  const items = Object.keys(seller.ids).map((sku) => ({ sku, qty: 2 }))
  const response = await seller.post('/api/orders', { items, taxRate: 0.0825 })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().receipt.receiptId
}

describe('sizes for an order of eight items with pictures', () => {
  test('default: the API response has at most 12 KB, with and without thumbnails', async () => {
    const url = `/api/portal/${await placeOrder()}`
    for (const query of ['', '?thumbs=0']) {
      const response = await app.inject(`${url}${query}`)
      const pictured = response.json().lineItems.filter(({ picture }: Picture) => picture)
      expect(pictured).toHaveLength(8)
      expect(response.rawPayload.length, query).toBeLessThan(12 * kilobyte)
    }
  })

  test('behavior: a small order keeps its thumbnails', async () => {
    const items = [{ sku: 'PICTURED-1', qty: 1 }]
    const { receiptId } = (await seller.post('/api/orders', { items })).json().receipt
    const { lineItems } = (await app.inject(`/api/portal/${receiptId}`)).json()
    expect(lineItems[0].thumb).toMatch(/^data:image/)
  })

  test('default: the first event has at most 12 KB, and every later one 2 KB', async () => {
    const receiptId = await placeOrder()
    await setCursor(app, 10)
    const url = `/api/portal/${receiptId}`
    const listener = await listen(`${base}${url}/events`)
    const { data } = await listener.until(1)
    const headers = { 'x-portal-token': String(data['portalToken']) }
    const payload = { txHash: aHash() }
    await app.inject({ method: 'POST', url: `${url}/tx`, headers, payload })
    await listener.until(2)
    const ref = { merchant: seller.wallet, receiptId }
    await insertPayment(app, { ...ref, payment: { units: 20_000_000n } })
    await listener.until(3)
    await insertPayment(app, { ...ref, payment: { units: 1_000_000_000n } })
    await listener.until(4)
    await setCursor(app, 11)
    await listener.until(5)
    listener.leave()

    const [first = '', ...later] = listener
      .body()
      .split('\n\n')
      .filter((event) => event.startsWith('event:'))
    expect(Buffer.byteLength(first)).toBeLessThan(12 * kilobyte)
    expect(later.length).toBeGreaterThanOrEqual(4)
    expect(Math.max(...later.map((event) => Buffer.byteLength(event)))).toBeLessThan(2 * kilobyte)
  })
})

type Picture = { picture?: string }
