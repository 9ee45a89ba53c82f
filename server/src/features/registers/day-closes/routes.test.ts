import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planOf } from '../../../../test/fixtures/query-plan.js'
import { aSeller } from '../../../../test/fixtures/seller.js'
import { aCashier, aDevice, aRegister, aTill } from '../../../../test/fixtures/till.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { HOUR_MS } from '../../../lib/time.js'
import { listOpenPostings } from '../read-model/day-postings-store.js'
import { closeDay, listDays } from './close-day.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
}, 60_000)
afterAll(() => app.close())

const rights = ['sell', 'discount', 'refund', 'record_cash', 'see_all_sales', 'close_day'] as const

type Device = Awaited<ReturnType<typeof aDevice>>

/** Sells for cash, and returns the id of the receipt. */
async function sellForCash(device: Device, sale: object): Promise<string> {
  const made = await device.act('/api/receipts/terminal', sale)
  expect(made.statusCode).toBe(200)
  const { receiptId } = made.json().receipt
  const paid = await device.act('/api/receipts/status', { receiptId, status: 'paid' })
  expect(paid.statusCode).toBe(200)
  return receiptId
}

async function aShopWithTill() {
  const seller = await aSeller(app, { config: { tax: { defaultJurisdictionCode: 'US-CA' } } })
  const till = await aTill(app, seller.owner, { rights })
  return { seller, ...till }
}

describe('POST /api/day-closes', () => {
  test('default: sums the day by cashier, tip, tax and cash, and equals the reports', async () => {
    const { seller, register, device, cashier } = await aShopWithTill()
    const other = await aCashier(app, seller.owner, { name: 'Grace', rights })
    const second = await aDevice(app, seller.owner, { registerId: register.id })
    expect((await second.unlock(other.id)).statusCode).toBe(200)

    const amounts = [
      { amount: 12.5, label: 'Soup' },
      { amount: 4.75, label: 'Bread' },
    ]
    await sellForCash(device, { amounts, tip: 2, discount: 1.25 })
    const refunded = await sellForCash(second, { amountUsd: 20, tip: 3 })
    const refund = { receiptId: refunded, usd: 5, elsewhere: true }
    expect((await device.act('/api/receipts/refund', refund)).statusCode).toBe(200)
    // Of another register, and unpaid: neither counts.
    const elsewhere = await aRegister(app, seller.owner, { name: 'Back' })
    const third = await aDevice(app, seller.owner, { registerId: elsewhere.id })
    await third.unlock(cashier.id)
    await device.act('/api/receipts/terminal', { amountUsd: 9 })

    const open = (await device.get('/api/day-closes')).json()
    expect(open).toMatchObject({ open: { number: 1, sales: 2, refunds: 1 }, closes: [] })
    const cash = [{ currency: 'USD', openingFloat: 100, counted: 130 }]
    const response = await device.act('/api/day-closes', { cash })
    expect(response.statusCode).toBe(201)
    const { close } = response.json()
    expect(close).toMatchObject({
      number: 1,
      sales: 2,
      refunds: 1,
      goods: 37.25,
      discounts: -1.25,
      tips: 5,
      refunded: 5,
      closedBy: cashier.id,
    })
    const taxes = close.taxes.reduce((sum: number, tax: { amount: number }) => sum + tax.amount, 0)
    expect(close.received).toBeCloseTo(
      close.goods + close.discounts + close.tips + close.fees + taxes + close.refundedTax,
      6,
    )
    expect(
      close.cashiers.map((entry: { name: string; tips: number }) => [entry.name, entry.tips]),
    ).toEqual([
      ['Ada', 2],
      ['Grace', 3],
    ])
    expect(close.assets).toEqual([
      { symbol: 'USD', amount: String(close.received), usd: close.received },
    ])
    const expected = 100 + close.received - 5
    expect(close.cash).toEqual([
      {
        currency: 'USD',
        openingFloat: 100,
        sales: close.received,
        refunds: 5,
        expected: Number(expected.toFixed(2)),
        counted: 130,
        difference: Number((130 - expected).toFixed(2)),
      },
    ])
    const { totals } = (await seller.get('/api/reports/summary')).json()
    expect([totals.orders, totals.volume, totals.fees, totals.refunds]).toEqual([
      close.sales,
      close.received,
      close.fees,
      close.refunded,
    ])
    expect(totals.taxes).toBeCloseTo(taxes + close.refundedTax, 6)

    // The next day counts what came after, and nothing twice.
    expect((await device.act('/api/day-closes', {})).json()).toMatchObject({ error: 'conflict' })
    app.ctx.clock.advance(HOUR_MS)
    await sellForCash(device, { amountUsd: 7 })
    const next = (await device.act('/api/day-closes', {})).json().close
    expect(next).toMatchObject({ number: 2, sales: 1, goods: 7, tips: 0, refunds: 0 })
    expect(next.openedAt).toBeGreaterThan(close.closedAt)
    const { closes } = (await device.get('/api/day-closes')).json()
    expect(closes).toEqual([next, close])
  })

  test('behavior: a day holds a limited number of sales, and the next day has the rest', async () => {
    const { register, device, cashier, seller } = await aShopWithTill()
    const { wallet: merchant } = seller
    for (const amountUsd of [3, 5, 7]) {
      await sellForCash(device, { amountUsd })
      app.ctx.clock.advance(1_000)
    }
    const which = { merchant, registerId: register.id, maxPostings: 2 }
    const full = await listDays(app.ctx, which)
    expect(full.open).toMatchObject({ number: 1, sales: 2, goods: 8, isFull: true })
    const by = { merchant, device: 'dev_1', cashier: cashier.id, role: 'cashier' } as const
    const close = () =>
      closeDay(app.ctx, { ...which, by: { ...by, correlationId: 'c' }, cash: null })
    expect(await close()).toMatchObject({ number: 1, report: { sales: 2, goods: 8 } })
    const rest = await listDays(app.ctx, which)
    expect(rest.open).toMatchObject({ number: 2, sales: 1, goods: 7, isFull: false })
    expect(await close()).toMatchObject({ number: 2, report: { sales: 1, goods: 7 } })
    expect((await listDays(app.ctx, which)).open).toBeNull()
  })

  test('behavior: an open day is read without closed days and other sales of the shop', async () => {
    const { register, device, seller } = await aShopWithTill()
    await sellForCash(device, { amountUsd: 5 })
    const which = { merchant: seller.wallet, registerId: register.id, limit: 10 }
    expect(await listOpenPostings(app.ctx.db, which)).toHaveLength(1)
    const plan = await planOf(app.ctx.db, (db) => listOpenPostings(db, which))
    expect(plan).toContain('register_postings_open')
    expect(plan).not.toMatch(/ledger_postings_newest|receipts_register/)
  })

  test('behavior: closes at the same time get one number each, without gaps', async () => {
    const { register, device, seller } = await aShopWithTill()
    for (let number = 1; number <= 3; number += 1) {
      await sellForCash(device, { amountUsd: number })
      const attempts = [1, 2, 3].map(() =>
        app.inject({
          method: 'POST',
          url: '/api/day-closes',
          headers: seller.owner.headers,
          payload: { registerId: register.id },
        }),
      )
      const statuses = (await Promise.all(attempts)).map(({ statusCode }) => statusCode)
      expect(statuses.toSorted()).toEqual([201, 409, 409])
    }
    const { closes } = (await device.get('/api/day-closes')).json()
    expect(closes.map(({ number }: { number: number }) => number)).toEqual([3, 2, 1])
  })

  test.each([
    [{ cash: 'all' }],
    [{ cash: [{ currency: 'GBP', counted: 1 }] }],
    [{ cash: [{ currency: 'USD', counted: -1 }] }],
    [{ cash: [{ currency: 'USD', counted: 1.234 }] }],
    [{ cash: [{ currency: 'USD' }, { currency: 'USD' }] }],
  ])('error: refuses %j', async (body) => {
    const { device } = await aShopWithTill()
    await sellForCash(device, { amountUsd: 5 })
    expect((await device.act('/api/day-closes', body)).json()).toMatchObject({
      error: 'invalid_input',
    })
    expect((await device.get('/api/day-closes')).json().closes).toEqual([])
  })

  test('error: a cashier without the right, and a register of another shop', {
    tags: 'slow',
  }, async () => {
    const { seller, register } = await aShopWithTill()
    const weak = await aTill(app, seller.owner)
    expect((await weak.device.act('/api/day-closes', {})).json()).toMatchObject({
      error: 'forbidden',
      requiredRight: 'close_day',
    })
    const other = await aSeller(app)
    const foreign = await other.act('/api/day-closes', { registerId: register.id })
    expect(foreign.json()).toMatchObject({ error: 'not_found' })
    expect((await other.act('/api/day-closes', {})).json()).toMatchObject({
      error: 'invalid_input',
    })
  })
})
