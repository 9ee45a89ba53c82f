import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, type Buyer } from '../../../../../test/fixtures/buyer.js'
import { createTestApp, type TestApp } from '../../../../../test/harness.js'
import type { ShopConfigChange } from '../../../shop/schemas.js'

const code = "window.location.href = 'https://shop.test/thanks'"
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const frameOf = ({ link }: Buyer) => link.replace('/api', '').replace('?', '/success-frame?')

async function aPaidReceipt(
  body: object = { onSuccess: code },
  id = 'r-1',
  config: ShopConfigChange = {},
) {
  const buyer = await aBuyer(app, { body, id, config })
  await buyer.seller.act('/api/receipts/status', { receiptId: id, status: 'paid' })
  return buyer
}

function readData(html: string) {
  const read = (name: string) =>
    Buffer.from(new RegExp(`data-${name}="([^"]+)"`).exec(html)?.[1] ?? '', 'base64').toString()
  return { code: read('code'), receipt: JSON.parse(read('receipt')) }
}

const guarded = {
  'content-security-policy': expect.stringMatching(/^sandbox allow-scripts; default-src 'none'; /),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

describe('GET /portal/:id/success-frame', () => {
  test('default', async () => {
    const response = await app.inject(frameOf(await aPaidReceipt()))
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(readData(response.body)).toEqual({
      code,
      receipt: { receiptId: 'r-1', status: 'paid', currency: 'USD', total: null, totalUsd: 12 },
    })
  })

  test('behavior: has no origin, can call no host, and can be framed only by this service', async () => {
    const { headers } = await app.inject(frameOf(await aPaidReceipt()))
    expect(headers).toMatchObject(guarded)
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      'sandbox allow-scripts',
      "default-src 'none'",
      "script-src 'unsafe-inline' 'unsafe-eval'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
    ])
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'clipboard-write']) {
      expect(headers['permissions-policy']).toContain(`${feature}=()`)
    }
    const config = { publicOrders: { embedOrigins: ['https://tea.example'] } }
    const embedded = await app.inject(
      frameOf(await aPaidReceipt({ onSuccess: code }, 'r-1', config)),
    )
    expect(embedded.headers['content-security-policy']).toMatch(
      /; frame-ancestors 'self' https:\/\/tea\.example$/,
    )
    expect(headers).not.toHaveProperty('x-frame-options')
    expect(headers).not.toHaveProperty('set-cookie')
  })

  test('behavior: a receipt in euros has both totals', async () => {
    const bill = { currency: 'EUR', lineItems: [{ label: 'Tea', amount: 10 }], total: 10 }
    const buyer = await aPaidReceipt({ ...bill, totalUsd: undefined, onSuccess: code })
    const { receipt } = readData((await app.inject(frameOf(buyer))).body)
    expect(receipt).toMatchObject({ currency: 'EUR', total: 10, totalUsd: 10.8 })
  })

  test('behavior: ignores valid and invalid cookies', async () => {
    const buyer = await aPaidReceipt()
    const url = frameOf(buyer)
    const { body } = await app.inject(url)
    const { cookie = '' } = buyer.seller.owner.headers
    for (const sent of [cookie, `${cookie.split('=')[0]}=nonsense`]) {
      const response = await app.inject({ url, headers: { cookie: sent } })
      expect(response.body).toBe(body)
      expect(response.headers).not.toHaveProperty('set-cookie')
    }
  })

  test('behavior: accepts an encoded id', async () => {
    const id = '2026:a.b_c'
    const buyer = await aPaidReceipt({ onSuccess: code }, id)
    const url = frameOf(buyer).replace(id, encodeURIComponent(id))
    const { receipt } = readData((await app.inject(url)).body)
    expect(receipt.receiptId).toBe(id)
  })

  test.each([
    ['before the payment', (buyer: Buyer) => buyer.receipt()],
    ['during the checkout', (buyer: Buyer) => buyer.post('progress', { status: 'link_opened' })],
    ['after a refund request', (buyer: Buyer) => mark(buyer, 'paid', 'refund_requested')],
  ])('error: returns 404 %s', async (_, act) => {
    const buyer = await aBuyer(app, { body: { onSuccess: code } })
    await act(buyer)
    await expectNotFound(frameOf(buyer))
  })

  test.each([
    ['is an address', { onSuccess: 'https://shop.test/thanks' }],
    ['is missing', {}],
  ])('error: returns 404 when onSuccess %s', async (_, body) => {
    await expectNotFound(frameOf(await aPaidReceipt(body)))
  })

  test('error: returns 404 when scripts are disabled', async () => {
    const buyer = await aPaidReceipt()
    const off = await app.sibling({ ONSUCCESS_SNIPPETS: 'off' })
    expect((await off.inject(frameOf(buyer))).statusCode).toBe(404)
    expect((await app.inject(frameOf(buyer))).statusCode).toBe(200)
  })

  test('error: returns 404 for an unknown receipt and for another recipient', async () => {
    const { link } = await aPaidReceipt()
    const { merchant } = await aBuyer(app, { id: 'r-2' })
    await expectNotFound('/portal/none/success-frame')
    await expectNotFound(`/portal/r-1/success-frame?recipient=${merchant}`)
    expect((await app.inject(link)).statusCode).toBe(200)
  })

  test('error: returns 400 as plain text for an invalid recipient', async () => {
    const response = await app.inject('/portal/r-1/success-frame?recipient=me')
    expect(response.statusCode).toBe(400)
    expect(response.headers).toMatchObject(guarded)
    expect(response.body).toBe('recipient must be an address with a valid checksum')
  })
})

async function mark(buyer: Buyer, ...statuses: string[]) {
  for (const status of statuses) {
    const payload = { receiptId: buyer.receiptId, status }
    const response = await buyer.seller.act('/api/receipts/status', payload)
    expect(response.statusCode, response.body).toBe(200)
  }
}

async function expectNotFound(url: string) {
  const response = await app.inject(url)
  expect(response.statusCode).toBe(404)
  expect(response.headers).toMatchObject({
    ...guarded,
    'content-type': 'text/plain; charset=utf-8',
  })
  expect(response.body).toMatch(/^[A-Z][^<{]+$/)
}
