// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CashierRight } from '../../../src/auth/roles.js'
import { MINUTE_MS } from '../../../src/lib/time.js'
import { aWallet } from '../../fixtures/factories.js'
import { aMember, aSeller, type Seller } from '../../fixtures/seller.js'
import { aCashier, aDevice, aRegister, type TestDevice, testPin } from '../../fixtures/till.js'
import { createTestApp, type TestApp } from '../../harness.js'
import { signIn } from '../../sign-in.js'

let app: TestApp
let seller: Seller
let registerId: string
let device: TestDevice
beforeAll(async () => {
  app = await createTestApp()
  seller = await aSeller(app, { items: [{ sku: 'TEA', name: 'Green tea', priceUsd: 4 }] })
  registerId = (await aRegister(app, seller.owner, { jurisdictionCode: 'US-CA' })).id
  device = await aDevice(app, seller.owner, { registerId })
}, 60_000)
afterAll(() => app.close())

/** Unlocks the register for a new cashier with these rights. */
async function unlock(...rights: CashierRight[]): Promise<string> {
  const { id } = await aCashier(app, seller.owner, { rights })
  const response = await device.unlock(id)
  expect(response.statusCode).toBe(200)
  return id
}

/** Creates a sale at the register, and records that it was paid in cash. */
async function sell(amountUsd: number, { isPaid = false } = {}): Promise<string> {
  const response = await device.act('/api/receipts/terminal', { amountUsd })
  expect(response.statusCode).toBe(200)
  const { receiptId } = response.json().receipt
  if (isPaid) {
    const paid = await seller.act('/api/receipts/status', { receiptId, status: 'paid' })
    expect(paid.statusCode).toBe(200)
  }
  app.ctx.clock.advance(1)
  return receiptId
}

const idsOf = (response: { json(): { receipts: { receiptId: string }[] } }) =>
  response.json().receipts.map(({ receiptId }) => receiptId)

describe('sales at a register', () => {
  test('default: a cashier sells, and the receipt names both', async () => {
    const soldBy = await unlock('sell')
    const order = await device.act('/api/orders', { items: [{ sku: 'TEA', qty: 1 }] })
    const expected = { registerId, soldBy, jurisdictionCode: 'US-CA' }
    expect(order.json().receipt).toMatchObject({ ...expected, timeline: [{ by: soldBy }] })
    const sale = await device.act('/api/receipts/terminal', { amountUsd: 3 })
    expect(sale.json().receipt).toMatchObject(expected)
    const { receiptId } = sale.json().receipt
    const stored = await seller.get(`/api/receipts/${receiptId}`)
    expect(stored.json()).toMatchObject(expected)
    const quote = await device.act('/api/orders/quote', { items: [{ sku: 'TEA', qty: 1 }] })
    expect(quote.json().quote).toMatchObject({ jurisdictionCode: 'US-CA' })
    const status = await device.get(`/api/receipts/status?receiptId=${receiptId}`)
    expect(status.json()).toMatchObject({ id: receiptId, status: 'generated' })
    expect((await device.get('/api/inventory')).json()).toMatchObject({ total: 1 })
    expect((await device.get('/api/shop/config')).statusCode).toBe(200)
    expect((await device.get('/api/receipts')).json()).toMatchObject({
      error: 'forbidden',
      requiredRight: 'see_own_sales',
    })
  })

  test('behavior: a sale by a person names them, and one by a key no one', async () => {
    const byOwner = await seller.act('/api/receipts/terminal', { amountUsd: 1 })
    expect(byOwner.json().receipt.soldBy.toLowerCase()).toBe(seller.wallet)
    const byKey = await seller.post('/api/orders', { items: [{ sku: 'TEA', qty: 1 }] })
    expect(byKey.json().receipt.soldBy).toBeUndefined()
  })

  test('behavior: a cashier sees own sales at this register only, by every route', async () => {
    await unlock('sell')
    const foreign = await sell(7)
    await unlock('sell', 'see_own_sales', 'refund')
    const own = [await sell(5), await sell(6)].reverse()
    expect(idsOf(await device.get('/api/receipts'))).toEqual(own)
    const first = await device.get('/api/receipts?limit=1')
    expect(idsOf(first)).toEqual(own.slice(0, 1))
    const next = await device.get(`/api/receipts?limit=1&cursor=${first.json().nextCursor}`)
    expect(idsOf(next)).toEqual(own.slice(1))
    expect(next.json().nextCursor).toBeNull()
    for (const query of [`q=${foreign}`, 'q=Payment', 'minUsd=7', 'flag=oversold', 'limit=200']) {
      expect(idsOf(await device.get(`/api/receipts?${query}`))).not.toContain(foreign)
    }
    const unknown = await device.get('/api/receipts/rcpt_unknown')
    const denied = await device.get(`/api/receipts/${foreign}`)
    expect([denied.statusCode, denied.json()]).toEqual([404, unknown.json()])
    const status = (id: string) => device.get(`/api/receipts/status?receiptId=${id}`)
    const [unknownStatus, deniedStatus] = [await status('rcpt_unknown'), await status(foreign)]
    expect([deniedStatus.statusCode, deniedStatus.json()]).toEqual([404, unknownStatus.json()])
    for (const path of ['', '/plan']) {
      const refund = (receiptId: string) =>
        device.act(`/api/receipts/refund${path}`, { receiptId, buyer: aWallet(), usd: 1 })
      const answers = [await refund('rcpt_unknown'), await refund(foreign)]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
      expect(answers[1]?.json()).toEqual(answers[0]?.json())
    }
    await unlock('see_all_sales')
    expect(idsOf(await device.get('/api/receipts'))).toContain(foreign)
  })

  test('behavior: a member with the role cashier sees own sales only', async () => {
    await unlock('sell')
    const foreign = await sell(9)
    const member = await aMember(app, { merchant: seller.wallet, role: 'cashier' })
    const { headers } = member
    const wallet = seller.wallet
    const sale = await app.inject({
      method: 'POST',
      url: '/api/receipts/terminal',
      headers,
      payload: { amountUsd: 2, wallet },
    })
    const own = sale.json().receipt.receiptId
    const get = (path: string) =>
      app.inject({ url: `${path}${path.includes('?') ? '&' : '?'}wallet=${wallet}`, headers })
    expect(idsOf(await get('/api/receipts'))).toEqual([own])
    expect((await get(`/api/receipts/${own}`)).statusCode).toBe(200)
    expect((await get(`/api/receipts/${foreign}`)).statusCode).toBe(404)
    expect((await get(`/api/receipts/status?receiptId=${foreign}`)).statusCode).toBe(404)
    const posted = (receiptId: string) =>
      app.inject({
        method: 'POST',
        url: '/api/receipts/status',
        headers,
        payload: { receiptId, status: 'link_opened', wallet },
      })
    expect((await posted(foreign)).statusCode).toBe(404)
    expect((await posted(own)).statusCode).toBe(200)
  })

  test('behavior: a discount needs its right', async () => {
    await unlock('sell')
    const body = { amountUsd: 10, discountUsd: 1 }
    const refused = await device.act('/api/receipts/terminal', body)
    expect(refused.json()).toMatchObject({ error: 'forbidden', requiredRight: 'discount' })
    const quoteUrl = '/api/receipts/terminal/quote'
    expect((await device.act(quoteUrl, body)).json()).toEqual(refused.json())
    const none = await device.act('/api/receipts/terminal', { amountUsd: 10, discount: 0 })
    expect(none.statusCode).toBe(200)
    await unlock('sell', 'discount')
    const { quote } = (await device.act(quoteUrl, body)).json()
    const sold = await device.act('/api/receipts/terminal', body)
    const { totalUsd, lineItems } = quote
    expect(sold.json().receipt).toMatchObject({ totalUsd, lineItems })
  })

  test('behavior: cash needs its right, and a register sets no other status', async () => {
    await unlock('sell')
    const receiptId = await sell(3)
    const post = (status: string) => device.act('/api/receipts/status', { receiptId, status })
    expect((await post('paid')).json()).toMatchObject({ requiredRight: 'record_cash' })
    const cashier = await unlock('sell', 'record_cash')
    expect((await post('paid')).statusCode).toBe(404)
    const own = await sell(4)
    const paid = await device.act('/api/receipts/status', { receiptId: own, status: 'paid' })
    expect(paid.statusCode).toBe(200)
    for (const status of ['refunded', 'reconciled']) {
      const body = { receiptId: own, status }
      expect((await device.act('/api/receipts/status', body)).statusCode).toBe(403)
    }
    const canceled = await device.act('/api/receipts/status', { receiptId: own, status: 'failed' })
    expect(canceled.statusCode).toBe(400)
    const { rows } = await app.ctx.db.query(
      `select actor, device, cashier from audit_entries where target = $1`,
      [own],
    )
    expect(rows).toEqual([{ actor: cashier, device: device.id, cashier }])
  })
})

describe('customer displays', () => {
  const put = (from: TestDevice, url: string, payload: object) =>
    app.inject({ method: 'PUT', url, headers: from.headers, payload })

  test('default: shows the current sale of its register, and sets its tip', async () => {
    await unlock('sell')
    const display = await aDevice(app, seller.owner, { registerId, kind: 'display' })
    expect((await display.get('/api/devices/sale')).json()).toMatchObject({
      register: { id: registerId, name: expect.any(String) },
      sale: null,
    })
    const tip = (amount: number) => put(display, '/api/devices/sale/tip', { tip: amount })
    expect((await tip(1)).statusCode).toBe(404)
    const cart = { currency: 'USD', total: 8, lines: [{ label: 'Tea', qty: 2, amount: 8 }] }
    expect((await put(device, '/api/devices/sale', { cart })).statusCode).toBe(200)
    expect((await tip(1.5)).json()).toMatchObject({ sale: { ...cart, tip: 1.5, receipt: null } })
    const receiptId = await sell(9)
    await put(device, '/api/devices/sale', { cart, receiptId })
    expect((await display.get('/api/devices/sale')).json().sale).toMatchObject({
      tip: 1.5,
      receipt: { receiptId, status: 'generated', paymentUrl: expect.stringContaining(receiptId) },
    })
    expect((await tip(9)).statusCode).toBe(409)
    expect((await put(device, '/api/devices/sale', { cart: null })).json().sale).toBeNull()
    const byKey = await seller.post('/api/orders', { items: [{ sku: 'TEA', qty: 1 }] })
    const foreign = byKey.json().receipt.receiptId
    const shown = await put(device, '/api/devices/sale', { cart, receiptId: foreign })
    expect(shown.statusCode).toBe(404)
  })

  test('behavior: accepts every amount in cents, and nothing finer', async () => {
    await unlock('sell')
    const show = async (total: number) => {
      const cart = { currency: 'USD', total, lines: [] }
      return (await put(device, '/api/devices/sale', { cart })).statusCode
    }
    const refused: number[] = []
    // Amounts that are no multiple of 0.01 as floats.
    for (const total of [68.71, 0.07, 1.1, 4.35, 1_000_000.01, 999_999.99]) {
      if ((await show(total)) !== 200) refused.push(total)
    }
    expect(refused).toEqual([])
    expect(await show(1.005)).toBe(400)
    expect((await put(device, '/api/devices/sale/tip', { tip: 0.001 })).statusCode).toBe(400)
  })

  test('behavior: calls nothing else', async () => {
    const display = await aDevice(app, seller.owner, { registerId, kind: 'display' })
    const admitted: string[] = []
    for (const { method, path, config } of app.routes) {
      if (config.guard?.some(({ kind }) => kind === 'public' || kind === 'x402')) continue
      const response = await app.inject({
        method: method as 'GET',
        url: path.replaceAll(/:\w+/g, registerId),
        headers: display.headers,
        ...(method === 'POST' || method === 'PUT' ? { payload: {} } : {}),
      })
      if (![401, 403].includes(response.statusCode)) admitted.push(`${method} ${path}`)
    }
    expect(admitted.sort()).toEqual(['GET /api/devices/sale', 'PUT /api/devices/sale/tip'])
  })
})

describe('refunds above the limit of the shop', () => {
  const refund = (receiptId: string, usd: number, more: object = {}) =>
    device.act('/api/receipts/refund', { receiptId, buyer: aWallet(), usd, ...more })

  test('default: a second cashier with the right approves it', async () => {
    const second = await aCashier(app, seller.owner, { rights: ['refund'] })
    const third = await aCashier(app, seller.owner, { rights: ['sell'] })
    const cashier = await unlock('sell', 'see_own_sales', 'refund')
    const receiptId = await sell(300, { isPaid: true })
    expect((await refund(receiptId, 60)).statusCode).toBe(200)
    // Several small refunds count together.
    expect((await refund(receiptId, 60)).json()).toMatchObject({ error: 'step_up_required' })
    const approve = (cashierId: string, pin = testPin) =>
      refund(receiptId, 60, { approval: { cashierId, pin } })
    expect((await approve(cashier)).json()).toMatchObject({ error: 'forbidden' })
    expect((await approve(third.id)).json()).toMatchObject({ requiredRight: 'refund' })
    expect((await approve(second.id, '9753')).json()).toMatchObject({ error: 'wrong_pin' })
    expect((await refund(receiptId, 60, { approval: 'x' })).statusCode).toBe(400)
    expect((await approve(second.id)).statusCode).toBe(200)
    const { rows } = await app.ctx.db.query<{ after: object }>(
      `select actor, device, after from audit_entries
       where target = $1 and action = 'receipt.refunded' order by seq`,
      [receiptId],
    )
    const by = { actor: cashier, device: device.id }
    expect(rows).toMatchObject([
      { ...by, after: { usd: 60, approvedBy: null } },
      { ...by, after: { usd: 60, approvedBy: second.id } },
    ])
  })

  test('behavior: a signed-in person needs a recent sign-in', async () => {
    await unlock('sell')
    const receiptId = await sell(300, { isPaid: true })
    const owner = await signIn(app)
    await app.ctx.db.query(
      `insert into members (merchant, person, role, created_at, joined_at) values ($1, $2, 'admin', 0, 0)`,
      [seller.wallet, owner.wallet],
    )
    app.ctx.clock.advance(6 * MINUTE_MS)
    const act = (url: string, payload: object) =>
      app.inject({
        method: 'POST',
        url,
        headers: owner.headers,
        payload: { wallet: seller.wallet, ...payload },
      })
    const body = { receiptId, buyer: aWallet() }
    expect((await act('/api/receipts/refund', { ...body, usd: 100 })).statusCode).toBe(200)
    const above = await act('/api/receipts/refund', { ...body, usd: 100.01 })
    expect(above.json()).toMatchObject({ error: 'step_up_required' })
    const all = await act('/api/receipts/status', { receiptId, status: 'refunded' })
    expect(all.json()).toMatchObject({ error: 'step_up_required' })
    // The limit itself is protected in the same way.
    const raised = await act('/api/shop/config', { refundLimitUsd: null })
    expect(raised.json()).toMatchObject({ error: 'step_up_required' })
    expect((await act('/api/shop/config', { name: 'Tea' })).statusCode).toBe(200)
  })
})
