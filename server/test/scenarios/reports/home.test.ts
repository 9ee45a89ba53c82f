// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sumLedgerDays } from '../../../src/features/ledger/keep-days.js'
import { QUARTER_MS } from '../../../src/lib/local-days.js'
import { DAY_MS, HOUR_MS } from '../../../src/lib/time.js'
import { aMember, aSeller, type Seller } from '../../fixtures/seller.js'
import { createTestApp, type TestApp, testNow } from '../../harness.js'
import { checkHome, fillShop } from './check-home.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = '/api/reports/home'

async function sell(seller: Seller, id: string): Promise<void> {
  const lineItems = [{ label: 'Tea', priceUsd: 10 }]
  const created = await seller.post('/api/receipts', { id, lineItems, totalUsd: 10 })
  expect(created.statusCode, created.body).toBe(201)
}

describe(`GET ${url}`, () => {
  test('default: today in the time zone of the shop, with the days before', async () => {
    const seller = await aSeller(app, { config: { timeZone: 'Pacific/Auckland' } })
    await sell(seller, 'open')
    await sell(seller, 'sold')
    const sold = await seller.act('/api/receipts/status', { receiptId: 'sold', status: 'paid' })
    expect(sold.statusCode, sold.body).toBe(200)

    const response = await seller.get(url)
    expect(response.statusCode, response.body).toBe(200)
    const home = response.json()
    const date = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Pacific/Auckland',
      dateStyle: 'short',
    }).format(testNow)
    expect(home).toMatchObject({ ok: true, timeZone: 'Pacific/Auckland' })
    expect(home.current).toMatchObject({ fromDay: date, toDay: date })
    const days = `fromDay=${date}&toDay=${date}&timeZone=Pacific%2FAuckland&archived=all`
    const none = { count: 0, usd: 0 }
    expect(home.current.totals).toEqual({
      sales: { count: 1, usd: 10, filter: `time=sale&${days}` },
      refunds: { ...none, filter: `time=refund&${days}` },
      fees: { count: 1, usd: 0, filter: `time=sale&${days}` },
      tips: { ...none, filter: `time=sale&hasTip=true&${days}` },
      open: { count: 1, usd: 10, filter: `flag=waiting&${days}` },
      failed: { ...none, filter: `status=failed&${days}` },
    })
    expect(home.current.days).toHaveLength(1)
    expect(home.previous.totals.sales).toMatchObject(none)

    expect(home.lastWeek.totals.sales).toMatchObject(none)
    const { headers } = await aMember(app, { merchant: seller.wallet, role: 'viewer' })
    const asViewer = await app.inject({ url: `${url}?wallet=${seller.wallet}`, headers })
    expect(asViewer.json()).toEqual(home)
  })

  test('behavior: a single day has its hours, and the sales up to this time of day', async () => {
    const seller = await aSeller(app)
    const now = app.ctx.now()
    await sell(seller, 'sold')
    const sold = await seller.act('/api/receipts/status', { receiptId: 'sold', status: 'paid' })
    expect(sold.statusCode, sold.body).toBe(200)

    const { current, previous } = (await seller.get(url)).json()
    const to = now + HOUR_MS - 1
    const filter = `time=sale&from=${now}&to=${to}&archived=all`
    expect(current.hours).toHaveLength(24)
    expect(current.hours[12]).toEqual({ from: now, to, sales: { count: 1, usd: 10, filter } })
    // The quarter of an hour of the sale has just begun.
    const none = { count: 0, usd: 0 }
    expect(current.soFar).toMatchObject({ from: current.from, to: now - 1, sales: none })
    expect(previous.soFar).toMatchObject({ to: now - 1 - DAY_MS, sales: none })

    app.ctx.clock.advance(QUARTER_MS)
    const { soFar } = (await seller.get(url)).json().current
    expect(soFar).toMatchObject({ to: now + QUARTER_MS - 1, sales: { count: 1, usd: 10 } })
    const days = (await seller.get(`${url}?fromDay=2026-01-01&toDay=2026-01-02`)).json()
    expect(days.current).toMatchObject({ hours: [], soFar: null })
  })

  test('behavior: figures equal their lists and the reports, in every zone and over every change', {
    timeout: 180_000,
  }, async () => {
    const seller = await aSeller(app, { callsPerMinute: 10_000 })
    await fillShop(app, seller, { seed: 7 })
    for (let seed = 1; seed <= 18; seed += 1) await checkHome(app, seller, { seed })
    await sumLedgerDays.run(app.ctx, new AbortController().signal)
    for (let seed = 19; seed <= 36; seed += 1) await checkHome(app, seller, { seed })
  })

  test.each([
    'timeZone=Mars',
    'fromDay=2026-02-30',
    'fromDay=2026-02-02&toDay=2026-02-01',
    'fromDay=2026-01-01&toDay=2026-04-03',
  ])('error: refuses %s', async (query) => {
    const seller = await aSeller(app)
    const response = await seller.get(`${url}?${query}`)
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
  })
})
