// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOfDay } from '../../../src/lib/local-days.js'
import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '../../../src/lib/time.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { aDevice, aTill, type TestDevice } from '../../fixtures/till.js'
import { createTestApp, type TestApp } from '../../harness.js'

const zone = 'Europe/Berlin'
/** The clock is set back in the night to 25 October, and forward in the night to 29 March. */
const firstDays = [Date.UTC(2026, 2, 26), Date.UTC(2026, 9, 22)] as const
const rights = ['sell', 'discount', 'refund', 'record_cash', 'see_all_sales', 'close_day'] as const

type Cash = { currency: string; sales: number; refunds: number; difference: number }
type Close = {
  number: number
  openedAt: number
  closedAt: number
  sales: number
  refunds: number
  received: number
  refunded: number
  fees: number
  tips: number
  cash: Cash[]
}

let app: TestApp
let seller: Seller
let till: Awaited<ReturnType<typeof aTill>>
/** Closes the days, because a device may check 20 PINs per minute. */
let office: TestDevice
beforeAll(async () => {
  app = await createTestApp()
  const pricing = { ratePins: { EUR: 1.0837 } }
  const tax = { defaultJurisdictionCode: 'US-CA' }
  seller = await aSeller(app, { config: { timeZone: zone, tax, pricing } })
  till = await aTill(app, seller.owner, { rights })
  office = await aDevice(app, seller.owner, { registerId: till.register.id })
}, 60_000)
afterAll(() => app.close())

/** A generator of numbers from 0 to 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const toCents = (amount: number) => Math.round(amount * 100)

/** Sells and refunds in cash, and returns what the drawer of each currency must have, in cents. */
async function sellOnce(random: () => number): Promise<{ currency: string; cents: number }> {
  const { device } = till
  const currency = random() < 0.5 ? 'EUR' : 'USD'
  const cents = 100 + Math.floor(random() * 8_000)
  const sale = {
    currency,
    amounts: [{ label: 'Lunch', amount: cents / 100 }],
    ...(random() < 0.4 && { tip: Math.floor(random() * 500) / 100 }),
    ...(random() < 0.3 && { discount: 0.5 }),
  }
  const made = await device.act('/api/receipts/terminal', sale)
  expect(made.statusCode).toBe(200)
  const { receiptId, total, totalUsd } = made.json().receipt
  const paid = await device.act('/api/receipts/status', { receiptId, status: 'paid' })
  expect(paid.statusCode).toBe(200)
  if (random() >= 0.2) return { currency, cents: toCents(total ?? totalUsd) }
  const refund = { receiptId, usd: totalUsd, elsewhere: true }
  expect((await device.act('/api/receipts/refund', refund)).statusCode).toBe(200)
  return { currency, cents: 0 }
}

describe('days of a register', () => {
  test('default: two currencies and both changes of the clock, and every day equals the reports', async () => {
    const random = createRandom(7)
    const { device, cashier } = till
    const closes: Close[] = []
    for (const first of firstDays) {
      for (let day = dayOf(first); day < dayOf(first) + 6; day += 1) {
        const [from, to] = [startOfDay(day, zone), startOfDay(day + 1, zone)]
        app.ctx.clock.advance(from + HOUR_MS - app.ctx.now())
        expect((await device.unlock(cashier.id)).statusCode).toBe(200)
        const drawer: Record<string, number> = {}
        for (let sale = 0; sale < 1 + Math.floor(random() * 4); sale += 1) {
          const { currency, cents } = await sellOnce(random)
          drawer[currency] = (drawer[currency] ?? 0) + cents
          app.ctx.clock.advance(Math.floor(random() * HOUR_MS))
        }
        const cash = Object.entries(drawer).map(([currency, cents]) => ({
          currency,
          counted: cents / 100,
        }))
        // The last minute of a day of 23, 24 or 25 hours.
        app.ctx.clock.advance(to - MINUTE_MS - app.ctx.now())
        expect((await office.unlock(cashier.id)).statusCode).toBe(200)
        const closed = await office.act('/api/day-closes', { cash })
        expect(closed.statusCode).toBe(201)
        const close: Close = closed.json().close
        closes.push(close)
        expect(close.cash.map(({ difference }) => difference)).toEqual(cash.map(() => 0))
        const report = await seller.get(`/api/reports/summary?from=${from}&to=${to - 1}`)
        const { orders, volume, refunds, fees } = report.json().totals
        expect([orders, volume, refunds, fees]).toEqual([
          close.sales,
          close.received,
          close.refunded,
          close.fees,
        ])
      }
    }
    expect(closes.map(({ number }) => number)).toEqual(closes.map((_, index) => index + 1))
    const hours = (at: number) =>
      (startOfDay(dayOf(at) + 1, zone) - startOfDay(dayOf(at), zone)) / HOUR_MS
    expect(firstDays.map((first) => hours(first + 3 * DAY_MS))).toEqual([23, 25])
    expect(new Set(closes.flatMap(({ cash }) => cash.map(({ currency }) => currency)))).toEqual(
      new Set(['EUR', 'USD']),
    )
    const whole = await seller.get(
      `/api/reports/summary?from=${firstDays[0] - DAY_MS}&to=${app.ctx.now()}`,
    )
    const sum = (of: (close: Close) => number) =>
      closes.reduce((total, close) => total + Math.round(of(close) * 1_000_000), 0) / 1_000_000
    const { orders, volume, refunds } = whole.json().totals
    expect([sum(({ sales }) => sales), sum(({ received }) => received)]).toEqual([orders, volume])
    expect(sum(({ refunded }) => refunded)).toBe(refunds)
  })
})
