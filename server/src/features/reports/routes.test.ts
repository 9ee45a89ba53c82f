import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../test/fixtures/factories.js'
import { postPayment, usdc } from '../../../test/fixtures/posted-payment.js'
import { aMember, aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { useCalls } from '../../../test/fixtures/used-calls.js'
import { createTestApp, type TestApp, testNow } from '../../../test/harness.js'
import { baseUnits, micros } from '../../lib/money.js'
import { DAY_MS } from '../../lib/time.js'
import { saleEntries } from '../ledger/entries.js'
import { sumLedgerDays } from '../ledger/keep-days.js'
import { post, reversePosting } from '../ledger/post.js'

let app: TestApp
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
  const components = [
    { code: 'state', name: 'State', rate: 0.06 },
    { code: 'city', name: 'City', rate: 0.035 },
  ]
  seller = await aSeller(app, {
    items: [
      { sku: 'TEA', name: 'Tea', priceUsd: 50, taxable: true },
      { sku: 'CUP', name: '=Cup', priceUsd: 5, taxable: false },
    ],
    config: { tax: { overrides: [{ code: 'US-XX', components }] } },
  })
  await sellOnChain(seller, 'r-1')
  const receiptId = await sellForCash(seller)
  const refund = { receiptId, buyer: aWallet(), usd: 10.05 }
  expect((await seller.act('/api/receipts/refund', refund)).statusCode).toBe(200)
  await sumLedgerDays.run(app.ctx, new AbortController().signal)
  app.ctx.clock.advance(DAY_MS)
  await sellOnChain(seller, 'r-2')
})
afterAll(() => app.close())

/** An order for 110.05, paid in cash. */
async function sellForCash(shop: Seller): Promise<string> {
  const order = { items: [{ sku: 'TEA', qty: 2 }], jurisdictionCode: 'US-XX' }
  const response = await shop.post('/api/orders', order)
  expect(response.statusCode, response.body).toBe(200)
  const { receiptId } = response.json().receipt
  const paidResponse = await shop.act('/api/receipts/status', { receiptId, status: 'paid' })
  expect(paidResponse.statusCode, paidResponse.body).toBe(200)
  return receiptId
}

/** A receipt for ten dollars, paid on chain and posted as settlement does. */
async function sellOnChain(shop: Seller, receiptId: string): Promise<void> {
  const lineItems = [{ label: '=Invoice', priceUsd: 10 }]
  const response = await shop.post('/api/receipts', { id: receiptId, lineItems, totalUsd: 10 })
  expect(response.statusCode, response.body).toBe(201)
  const merchant = shop.wallet
  const key = `payment:${receiptId}`
  await postPayment(app.ctx, { merchant, receiptId, key, units: 10_000_000n })
  const none = micros(0n)
  const sold = saleEntries({
    portions: [{ asset: usdc, units: baseUnits(10_000_000n), usdMicros: micros(10_000_000n) }],
    platformBps: 50,
    bill: { salesMicros: micros(10_000_000n), taxes: [], feeMicros: none, platformMicros: none },
  })
  const posting = { merchant, receiptId, at: app.ctx.now(), transactionHash: null }
  await post(app.ctx, { ...posting, key: `sale:${receiptId}:1`, kind: 'sale', entries: sold })
}

/** Returns the ids of the receipts that a figure of a report counts. */
async function listIds(shop: Seller, filter: string): Promise<string[]> {
  const response = await shop.get(`/api/receipts?${filter}&archived=all`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().receipts.map(({ receiptId }: { receiptId: string }) => receiptId)
}

const none = { orders: 0, volume: 0, average: 0, subtotal: 0, taxes: 0, fees: 0 }
const nothing = { ...none, platformFees: 0, refunds: 0, net: 0 }
const chainSale = {
  ...nothing,
  orders: 1,
  volume: 10,
  average: 10,
  subtotal: 10,
  platformFees: 0.05,
  net: 10,
}

describe('GET /api/reports/summary', () => {
  const url = '/api/reports/summary'

  test('default: the last 30 days, whether or not a job has added them to daily sums', async () => {
    const response = await seller.get(url)
    expect(response.statusCode, response.body).toBe(200)
    const { days, ...rest } = response.json()
    const midnight = testNow - (testNow % DAY_MS) + DAY_MS
    expect(rest).toEqual({
      ok: true,
      from: midnight - 29 * DAY_MS,
      to: midnight + DAY_MS - 1,
      totals: {
        orders: 3,
        volume: 130.05,
        average: 43.35,
        subtotal: 120,
        taxes: 9.5,
        fees: 0.55,
        platformFees: 0.1,
        refunds: 10.05,
        net: 120,
      },
      currencies: [
        {
          currency: 'USD',
          asset: 'USD',
          amount: '110.05',
          refundedAmount: '10.05',
          volume: 110.05,
          refunds: 10.05,
        },
        {
          currency: 'USDC',
          asset: usdc,
          amount: '20',
          refundedAmount: '0',
          volume: 20,
          refunds: 0,
        },
      ],
    })
    expect(days).toHaveLength(30)
    expect(days.slice(-3)).toEqual([
      { date: '2025-12-31', ...nothing },
      {
        date: '2026-01-01',
        orders: 2,
        volume: 120.05,
        average: 60.03,
        subtotal: 110,
        taxes: 9.5,
        fees: 0.55,
        platformFees: 0.05,
        refunds: 10.05,
        net: 110,
      },
      { date: '2026-01-02', ...chainSale },
    ])
  })

  test('behavior: a reversal counts on the day it is posted', async () => {
    const other = await aSeller(app)
    await sellOnChain(other, 'gone')
    const at = app.ctx.now()
    const undone = { merchant: other.wallet, key: 'sale:gone:1', at: (at + DAY_MS) as typeof at }
    await reversePosting(app.ctx, undone)
    const { days, totals } = (await other.get(`${url}?from=${at}&to=${at + DAY_MS}`)).json()
    expect(days).toMatchObject([
      { orders: 1, volume: 10 },
      { orders: -1, volume: -10, average: 0 },
    ])
    expect(totals).toEqual(nothing)
  })

  test('behavior: returns a CSV file', async () => {
    const response = await seller.get(`${url}?format=csv&from=${testNow}`)
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toBe('attachment; filename="summary.csv"')
    expect(response.body.split('\r\n')).toEqual([
      'type,date,currency,orders,volume,average,subtotal,taxes,fees,platformFees,refunds,net,amount,refundedAmount',
      'day,2026-01-01,,2,120.05,60.03,110,9.5,0.55,0.05,10.05,110,,',
      'day,2026-01-02,,1,10,10,10,0,0,0.05,0,10,,',
      'currency,,USD,,110.05,,,,,,10.05,,110.05,10.05',
      'currency,,USDC,,20,,,,,,0,,20,0',
      'total,,,3,130.05,43.35,120,9.5,0.55,0.1,10.05,120,,',
      '',
    ])
  })

  test('behavior: allows a viewer of the merchant', async () => {
    const { headers } = await aMember(app, { merchant: seller.wallet, role: 'viewer' })
    expect((await app.inject({ url, headers })).json().totals.orders).toBe(0)
    const otherResponse = await app.inject({ url: `${url}?wallet=${seller.wallet}`, headers })
    expect(otherResponse.json().totals.orders).toBe(3)
  })

  test.each(['from=0', 'to=tomorrow', 'format=pdf', `from=${testNow}&to=0`])(
    'error: refuses %s',
    async (query) => {
      const response = await seller.get(`${url}?${query}`)
      expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
    },
  )

  test('error: refuses a key without the scope', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { scopes: ['orders:create'] })
    const response = await app.inject({ url, headers: { 'x-api-key': apiKey } })
    expect(response.statusCode).toBe(403)
  })

  test('error: refuses too many reports', async () => {
    const other = await aSeller(app)
    await useCalls(app.ctx, { limit: 'reports', owner: 'merchant', key: other.wallet, used: 60 })
    const response = await other.get(url)
    expect([response.statusCode, response.json().error]).toEqual([429, 'rate_limited'])
  })
})

describe('GET /api/reports/items', () => {
  const url = '/api/reports/items'

  test('default: items by sales, which add up to the sales in the ledger', async () => {
    const { items, others, totals } = (await seller.get(url)).json()
    const tea = {
      type: 'item',
      itemId: seller.ids['TEA'],
      sku: 'TEA',
      label: 'Tea',
      qty: 2,
      receipts: 1,
      sales: 100,
    }
    const invoice = {
      type: 'item',
      itemId: null,
      sku: null,
      label: '=Invoice',
      qty: 2,
      receipts: 2,
      sales: 20,
    }
    expect(items).toEqual([tea, invoice])
    expect([others, totals]).toEqual([
      { items: 0, sales: 0 },
      { items: 2, sales: 120 },
    ])
    const first = (await seller.get(`${url}?limit=1`)).json()
    expect([first.items, first.others]).toEqual([[tea], { items: 1, sales: 20 }])
  })

  test('behavior: each item has the list of its receipts', async () => {
    const { items } = (await seller.get(url)).json()
    for (const { itemId, label, receipts } of items) {
      const filter = new URLSearchParams({ time: 'sale', item: itemId ?? label })
      expect(await listIds(seller, `${filter}`), label).toHaveLength(receipts)
    }
    expect(await listIds(seller, 'time=sale&item=Tea')).toEqual([])
    expect(await listIds(seller, 'item=Tax')).toEqual([])
  })

  test('behavior: returns a CSV file without formulas', async () => {
    const { body } = await seller.get(`${url}?format=csv`)
    expect(body.split('\r\n')).toEqual([
      'type,itemId,sku,label,qty,receipts,sales',
      `item,${seller.ids['TEA']},TEA,Tea,2,1,100`,
      "item,,,'=Invoice,2,2,20",
      'others,,,,,,0',
      'total,,,,,,120',
      '',
    ])
  })

  test('behavior: leaves out reversed sales and other days', async () => {
    const other = await aSeller(app)
    await sellOnChain(other, 'gone')
    await sellOnChain(other, 'kept')
    const at = app.ctx.now()
    await reversePosting(app.ctx, { merchant: other.wallet, key: 'sale:gone:1', at })
    expect((await other.get(url)).json().totals).toEqual({ items: 1, sales: 10 })
    const before = await other.get(`${url}?to=${at - DAY_MS}`)
    expect(before.json()).toMatchObject({ items: [], totals: { items: 0, sales: 0 } })
  })

  test('error: refuses more than 50,000 sales', async () => {
    const other = await aSeller(app)
    await app.ctx.db.query(
      `insert into ledger_days (merchant, day, kind, account, asset, jurisdiction, postings, units, usd_micros)
       values ($1, $2, 'sale', 'sales', 'USD', '', 50001, 1, 1)`,
      [other.wallet, Math.floor(app.ctx.now() / DAY_MS)],
    )
    const response = await other.get(url)
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
    expect(response.json().message).toContain('Shorten the range')
  })
})

describe('GET /api/reports/funnel', () => {
  const url = '/api/reports/funnel'

  test('default: counts receipts by step, and failures by code', async () => {
    const other = await aSeller(app)
    const lineItems = [{ label: 'Tea', priceUsd: 10 }]
    const create = (id: string) => other.post('/api/receipts', { id, lineItems, totalUsd: 10 })
    const track = (receiptId: string, status: string) =>
      other.post('/api/receipts/status', { receiptId, status })
    for (const id of ['new', 'opened', 'started', 'failed', 'failed-too']) await create(id)
    await sellOnChain(other, 'paid')
    for (const id of ['opened', 'started', 'failed', 'paid']) await track(id, 'link_opened')
    await track('started', 'buyer_logged_in')
    for (const id of ['started', 'paid']) await track(id, 'checkout_initialized')
    await app.ctx.db.query(
      `update receipts set status = 'failed', failure_code = 'PORTAL_SESSION_EXPIRED'
       where merchant = $1 and id like 'failed%'`,
      [other.wallet],
    )
    const response = await other.get(url)
    expect(response.json()).toMatchObject({
      ok: true,
      created: 6,
      steps: [
        { step: 'link_opened', count: 4, rate: 0.6667 },
        { step: 'buyer_logged_in', count: 1, rate: 0.1667 },
        { step: 'checkout_initialized', count: 2, rate: 0.3333 },
        { step: 'paid', count: 1, rate: 0.1667 },
      ],
      failures: [{ failureCode: 'PORTAL_SESSION_EXPIRED', failureCategory: 'session', count: 2 }],
    })
    const listed = async (filter: string) => (await listIds(other, filter)).toSorted()
    expect(await listed('reached=created')).toHaveLength(6)
    expect(await listed('reached=link_opened')).toEqual(['failed', 'opened', 'paid', 'started'])
    expect(await listed('reached=buyer_logged_in')).toEqual(['started'])
    expect(await listed('reached=checkout_initialized')).toEqual(['paid', 'started'])
    expect(await listed('reached=paid')).toEqual(['paid'])
    const failed = 'reached=created&failureCode=PORTAL_SESSION_EXPIRED'
    expect(await listed(failed)).toEqual(['failed', 'failed-too'])
    expect((await other.get(`${url}?format=csv`)).body.split('\r\n')).toEqual([
      'type,name,count,rate',
      'step,created,6,1',
      'step,link_opened,4,0.6667',
      'step,buyer_logged_in,1,0.1667',
      'step,checkout_initialized,2,0.3333',
      'step,paid,1,0.1667',
      'failure,PORTAL_SESSION_EXPIRED,2,',
      '',
    ])

    await reversePosting(app.ctx, {
      merchant: other.wallet,
      key: 'sale:paid:1',
      at: app.ctx.now(),
    })
    expect((await other.get(url)).json().steps[3]).toMatchObject({ step: 'paid', count: 0 })
    expect(await listed('reached=paid')).toEqual([])
  })

  test('behavior: is empty without receipts', async () => {
    const other = await aSeller(app)
    const { created, steps, failures } = (await other.get(url)).json()
    expect([created, failures]).toEqual([0, []])
    expect(steps.map(({ rate }: { rate: number }) => rate)).toEqual([0, 0, 0, 0])
  })
})

describe('GET /api/reports/tax', () => {
  const url = '/api/reports/tax'

  test('default: by month, jurisdiction and component', async () => {
    const { rows, totals } = (await seller.get(url)).json()
    const taxed = {
      orders: 1,
      sales: 100,
      refunds: 10.05,
      tax: 8.63,
      refundedTax: 0.87,
      components: { city: 3.18, state: 5.45 },
    }
    expect(rows).toEqual([
      {
        period: '2026-01',
        jurisdictionCode: null,
        orders: 2,
        sales: 20,
        refunds: 0,
        tax: 0,
        refundedTax: 0,
        components: {},
      },
      { period: '2026-01', jurisdictionCode: 'US-XX', ...taxed },
    ])
    expect(totals).toEqual({ ...taxed, orders: 3, sales: 120 })
    expect(await listIds(seller, 'time=sale&jurisdiction=US-XX')).toHaveLength(1)
    expect((await listIds(seller, 'time=sale&jurisdiction=none')).toSorted()).toEqual([
      'r-1',
      'r-2',
    ])
  })

  test('behavior: by day or quarter, and as CSV', async () => {
    const periodsOf = async (period: string): Promise<string[]> =>
      (await seller.get(`${url}?period=${period}`))
        .json()
        .rows.map((row: { period: string }) => row.period)
    expect(await periodsOf('day')).toEqual(['2026-01-01', '2026-01-01', '2026-01-02'])
    expect(await periodsOf('quarter')).toEqual(['2026-Q1', '2026-Q1'])
    expect((await seller.get(`${url}?format=csv`)).body.split('\r\n')).toEqual([
      'type,period,jurisdictionCode,orders,sales,refunds,tax,refundedTax,tax:city,tax:state',
      'jurisdiction,2026-01,,2,20,0,0,0,0,0',
      'jurisdiction,2026-01,US-XX,1,100,10.05,8.63,0.87,3.18,5.45',
      'total,,,3,120,10.05,8.63,0.87,3.18,5.45',
      '',
    ])
  })

  test('error: refuses an unknown period', async () => {
    const response = await seller.get(`${url}?period=week`)
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
  })
})

describe('GET /api/reports/subscriptions', () => {
  const url = '/api/reports/subscriptions'

  /** Adds a subscription of twelve dollars per period. */
  async function subscribe(
    shop: Seller,
    fields: { id: string; seconds?: number; status?: string; ago?: number; endedAgo?: number },
  ): Promise<void> {
    const { id, seconds = 2_592_000, status = 'active', ago = 0, endedAgo } = fields
    const now = app.ctx.now()
    const [begun, ended] = [
      now - ago * DAY_MS,
      endedAgo === undefined ? now : now - endedAgo * DAY_MS,
    ]
    await app.ctx.db.query(
      `insert into billing_plans (merchant, id, name, description, trial_days, grace_days, is_active, version, created_at, updated_at)
       values ($1, $2, 'Club', '', 0, 0, true, 1, 0, 0)`,
      [shop.wallet, `plan-${id}`],
    )
    await app.ctx.db.query(
      `insert into billing_plan_versions (merchant, plan_id, version, price_cents, period, chain_id, manager, token, owner,
         payout, price_units, period_seconds, fee_recipient, fee_bps, plan_key, spender, created_at)
       values ($1, $2, 1, 1200, 'MONTHLY', 84532, '', '', '', '', 12000000, $3, '', 0, '', $2, 0)`,
      [shop.wallet, `plan-${id}`, seconds],
    )
    await app.ctx.db.query(
      `insert into subscriptions (merchant, id, plan_id, version, customer, permission_hash, spender, token, allowance,
         period_seconds, start_seconds, end_seconds, salt, extra_data, signature, status, created_at, updated_at)
       values ($1, $2, $3, 1, '', $2, '', '', 1, $4, 0, 1, 0, '', '', $5, $6, $7)`,
      [shop.wallet, `sub-${id}`, `plan-${id}`, seconds, status, begun, ended],
    )
  }

  test('default: recurring revenue, churn and cohorts', async () => {
    const other = await aSeller(app)
    await subscribe(other, { id: 'a', ago: 1 })
    await subscribe(other, { id: 'b', ago: 62, seconds: 604_800, status: 'past_due' })
    await subscribe(other, { id: 'c', ago: 62, status: 'canceled', endedAgo: 10 })
    await subscribe(other, { id: 'd', ago: 62, status: 'expired', endedAgo: 61 })
    await subscribe(other, { id: 'e', ago: 62, status: 'paused' })
    await subscribe(other, { id: 'f', ago: 62, status: 'unpaid' })
    const response = await other.get(url)
    expect(response.statusCode, response.body).toBe(200)
    const { cohorts, ...rest } = response.json()
    expect(rest).toMatchObject({
      ok: true,
      // 12 for 30 days, and 12 for 7 days.
      mrr: 63.43,
      active: 2,
      unpaid: 1,
      paused: 1,
      new: 1,
      churned: 1,
      churnRate: 0.2,
      charges: 0,
      charged: 0,
      retried: 0,
      recovered: 0,
      failing: 2,
      failingUsd: 24,
    })
    expect(rest.weeks).toHaveLength(5)
    expect(cohorts).toHaveLength(12)
    expect(cohorts.slice(-4)).toEqual([
      { month: '2025-10', started: 0, retained: [0, 0, 0, 0] },
      { month: '2025-11', started: 5, retained: [4, 3, 3] },
      { month: '2025-12', started: 0, retained: [0, 0] },
      { month: '2026-01', started: 1, retained: [1] },
    ])
    const [head, total, ...lines] = (await other.get(`${url}?format=csv`)).body.split('\r\n')
    expect(head).toMatch(
      /^type,mrr,active,unpaid,paused,new,churned,churnRate,charges,charged,retried,/,
    )
    expect(total).toMatch(/^total,63.43,2,1,1,1,1,0.2,0,0,0,0,0,2,24,,,/)
    expect(lines.at(-2)).toMatch(/^cohort,{15}2026-01,1,1,,/)
  })

  test('error: refuses a key without the scope', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { scopes: ['inventory:read'] })
    const response = await app.inject({ url, headers: { 'x-api-key': apiKey } })
    expect(response.statusCode).toBe(403)
  })
})
