import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../../test/fixtures/factories.js'
import { postPayment, usdc } from '../../../../test/fixtures/posted-payment.js'
import { aMember, aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp, testNow } from '../../../../test/harness.js'
import { type Address, checksumAddress } from '../../../lib/hex.js'
import { baseUnits, micros } from '../../../lib/money.js'
import { DAY_MS, toIso } from '../../../lib/time.js'
import { saleEntries } from '../../ledger/entries.js'
import { getTrialBalance } from '../../ledger/get-trial-balance.js'
import { post, reversePosting } from '../../ledger/post.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = '/api/reports/settlement'
const platform = aWallet()

/** An order for 110.05, paid in cash. */
async function sellForCash(seller: Seller): Promise<string> {
  const order = { items: [{ sku: 'TEA', qty: 1 }], jurisdictionCode: 'US-XX' }
  const response = await seller.post('/api/orders', order)
  expect(response.statusCode, response.body).toBe(200)
  const { receiptId } = response.json().receipt
  await seller.act('/api/receipts/status', { receiptId, status: 'paid' })
  return receiptId
}

/** A receipt for ten dollars, paid with 10.000005 on chain and posted as settlement does. */
async function sellOnChain(seller: Seller, receiptId: string): Promise<void> {
  const lineItems = [{ label: 'Tea', priceUsd: 10 }]
  const response = await seller.post('/api/receipts', { id: receiptId, lineItems, totalUsd: 10 })
  expect(response.statusCode, response.body).toBe(201)
  const merchant = seller.wallet
  await postPayment(app.ctx, {
    merchant,
    receiptId,
    key: `payment:${receiptId}`,
    units: 10_000_005n,
    legs: [
      { account: merchant, units: baseUnits(9_950_005n) },
      { account: platform, units: baseUnits(50_000n) },
    ],
  })
  const none = micros(0n)
  const sales = { salesMicros: micros(10_000_000n), taxes: [] }
  const sold = saleEntries({
    portions: [{ asset: usdc, units: baseUnits(10_000_000n), usdMicros: micros(10_000_000n) }],
    platformBps: 50,
    bill: { ...sales, feeMicros: none, platformMicros: none },
  })
  const posting = { merchant, receiptId, at: app.ctx.now(), transactionHash: null }
  await post(app.ctx, { ...posting, key: `sale:${receiptId}:1`, kind: 'sale', entries: sold })
}

async function aBusySeller(): Promise<Seller & { cash: string }> {
  const components = [
    { code: 'state', name: 'State', rate: 0.06 },
    { code: 'city', name: 'City', rate: 0.035 },
  ]
  const seller = await aSeller(app, {
    items: [{ sku: 'TEA', name: 'Tea', priceUsd: 100, taxable: true }],
    config: { tax: { overrides: [{ code: 'US-XX', components }] } },
  })
  await sellOnChain(seller, 'r-1')
  app.ctx.clock.advance(1_000)
  const cash = await sellForCash(seller)
  const refund = { receiptId: cash, buyer: aWallet(), usd: 10.05 }
  const response = await seller.act('/api/receipts/refund', refund)
  expect(response.statusCode, response.body).toBe(200)
  return { ...seller, cash }
}

const cashFigures = {
  subtotal: 100,
  taxes: { city: 3.5, state: 6 },
  fee: 0.55,
  total: 110.05,
  refunds: 10.05,
  net: 100,
  credit: 0,
  recipients: { manual: 100 },
}

describe(`GET ${url}`, () => {
  test('default', async () => {
    const seller = await aBusySeller()
    const now = app.ctx.now()
    const response = await seller.get(url)
    expect(response.statusCode, response.body).toBe(200)
    const [wallet, platformWallet] = [checksumAddress(seller.wallet), checksumAddress(platform)]
    const both = [seller.wallet, platform].toSorted().map(checksumAddress)
    expect(response.json()).toEqual({
      ok: true,
      from: now - 30 * DAY_MS,
      to: now,
      taxes: ['city', 'state'],
      recipients: [...both, 'manual'],
      rows: [
        {
          date: toIso(now),
          receiptId: seller.cash,
          currency: 'USD',
          tokens: ['USD'],
          ...cashFigures,
        },
        {
          date: expect.any(String),
          receiptId: 'r-1',
          currency: 'USD',
          tokens: ['USDC'],
          subtotal: 10,
          taxes: {},
          fee: 0,
          total: 10,
          refunds: 0,
          net: 10,
          credit: 0,
          recipients: { [wallet]: 9.95, [platformWallet]: 0.05 },
        },
      ],
      totals: {
        subtotal: 110,
        taxes: { city: 3.5, state: 6 },
        fee: 0.55,
        total: 120.05,
        refunds: 10.05,
        net: 110,
        credit: 0,
        recipients: { [wallet]: 9.95, [platformWallet]: 0.05, manual: 100 },
      },
      receivedNotSold: { rows: [], totals: { usd: 0, recipients: {} } },
    })
  })

  test('behavior: lists money that was received without a sale', async () => {
    const seller = await aSeller(app)
    const merchant = seller.wallet
    await sellOnChain(seller, 'sold')
    const at = app.ctx.now()
    const pay = (
      key: string,
      units: bigint,
      about: { receiptId: string | null; transactionHash: string | null },
    ) =>
      postPayment(app.ctx, {
        merchant,
        key,
        units,
        ...about,
        legs: [
          { account: merchant, units: baseUnits(units - 5_000n) },
          { account: platform, units: baseUnits(5_000n) },
        ],
      })
    await pay('1-part', 2_500_001n, { receiptId: 'unsold', transactionHash: '0x01' })
    await pay('2-gone', 7_000_000n, { receiptId: 'unsold', transactionHash: '0x02' })
    await reversePosting(app.ctx, { merchant, key: '2-gone', at })
    await pay('3-direct', 1_000_000n, { receiptId: null, transactionHash: null })
    await pay('4-extra', 500_000n, { receiptId: 'sold', transactionHash: '0x04' })

    const { rows, receivedNotSold, recipients } = (await seller.get(url)).json()
    expect(rows).toMatchObject([{ receiptId: 'sold', credit: 0.5 }])
    const [wallet, platformWallet] = [checksumAddress(merchant), checksumAddress(platform)]
    expect([...recipients].sort()).toEqual([wallet, platformWallet].sort())
    const row = { date: toIso(at), token: 'USDC' }
    expect(receivedNotSold).toEqual({
      rows: [
        {
          ...row,
          receiptId: null,
          amount: '1',
          usd: 1,
          transactionHash: null,
          recipients: { [wallet]: 1, [platformWallet]: 0 },
        },
        {
          ...row,
          receiptId: 'unsold',
          amount: '2.500001',
          usd: 2.5,
          transactionHash: '0x01',
          recipients: { [wallet]: 2.5, [platformWallet]: 0 },
        },
      ],
      totals: { usd: 3.5, recipients: { [wallet]: 3.5, [platformWallet]: 0 } },
    })
    const later = (await seller.get(`${url}?from=${at + 1}&to=${at + 2}`)).json()
    expect(later.receivedNotSold.rows).toEqual([])
  })

  test('behavior: shows any number of payments below a cent in one row', {
    tags: 'slow',
  }, async () => {
    const seller = await aSeller(app)
    const asset = usdc
    await app.ctx.db.transaction(async (tx) => {
      // More rows than a busy machine inserts in the time of a request.
      await tx.query("set local statement_timeout = '60s'")
      await tx.query(
        `with made as (
         insert into ledger_postings (merchant, key, kind, at, receipt_id, transaction_hash)
         select $1, 'pay:' || n, 'payment', $2, 'r-1', '0x' || n from generate_series(1, 10001) as n
         returning key
       )
       insert into ledger_entries (merchant, posting_key, seq, account, asset, units, usd_micros)
       select $1, key, 1, 'custody', $3, 1, 1 from made union all
       select $1, key, 2, 'customer_credit', $3, -1, -1 from made`,
        [seller.wallet, app.ctx.now(), asset],
      )
    })
    const { receivedNotSold } = (await seller.get(url)).json()
    expect(receivedNotSold.rows).toMatchObject([
      { receiptId: 'r-1', token: 'USDC', amount: '0.010001', usd: 0.01, transactionHash: null },
    ])
  })

  test('behavior: matches the sums of the ledger', async () => {
    const seller = await aBusySeller()
    const { totals } = (await seller.get(url)).json()
    const { accounts } = await getTrialBalance(app.ctx, seller.wallet)
    const worth = (...names: string[]) =>
      accounts
        .filter(({ account }) => names.includes(account))
        .reduce((sum, { usdMicros }) => sum - Number(usdMicros), 0) / 1e6
    expect(worth('sales')).toBe(totals.subtotal)
    // The ledger subtracts the tax of refunds.
    const { state, city } = totals.taxes
    expect([worth('tax:state'), worth('tax:city')]).toEqual([5.45, 3.18])
    expect(worth('tax:state', 'tax:city', 'refunded_tax')).toBeCloseTo(state + city, 9)
    expect(worth('processing_fee', 'platform_fee', 'fee_difference')).toBeCloseTo(totals.fee, 9)
    expect(-worth('refunds')).toBe(totals.refunds)
    expect(worth('due:manual')).toBe(totals.recipients.manual)
    expect(worth('customer_credit')).toBeCloseTo(totals.credit, 2)
  })

  test('behavior: returns a CSV file', async () => {
    const seller = await aBusySeller()
    const response = await seller.get(`${url}?format=csv`)
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toBe('attachment; filename="settlement.csv"')
    const lines = response.body.split('\r\n').map((line) => line.split(','))
    const bothAddresses = [seller.wallet, platform].toSorted()
    const share = (address: Address) => (address === platform ? '0.05' : '9.95')
    expect(lines).toEqual([
      [
        ...['date', 'receiptId', 'currency', 'token', 'subtotal', 'tax:city', 'tax:state', 'fee'],
        ...['total', 'refunds', 'net', 'credit', ...bothAddresses.map(checksumAddress), 'manual'],
        ...['type', 'amount', 'transactionHash'],
      ],
      [
        ...[toIso(app.ctx.now()), seller.cash, 'USD', 'USD', '100', '3.5', '6', '0.55'],
        ...['110.05', '10.05', '100', '0', '0', '0', '100', 'sale', '', ''],
      ],
      [
        ...[expect.any(String), 'r-1', 'USD', 'USDC', '10', '0', '0', '0'],
        ...['10', '0', '10', '0', ...bothAddresses.map(share), '0', 'sale', '', ''],
      ],
      [
        ...['total', '', '', '', '110', '3.5', '6', '0.55', '120.05', '10.05', '110', '0'],
        ...[...bothAddresses.map(share), '100', 'total', '', ''],
      ],
      [''],
    ])
  })

  test('behavior: includes both ends of the range', async () => {
    const seller = await aSeller(app)
    await sellOnChain(seller, 'r-1')
    const now = app.ctx.now()
    const count = async (query: string) => (await seller.get(`${url}?${query}`)).json().rows.length
    expect(await count(`from=${now}&to=${now}`)).toBe(1)
    expect(await count(`from=${now + 1}&to=${now + 2}`)).toBe(0)
    expect(await count(`to=${now - 1}`)).toBe(0)
    expect(await count(`from=${testNow}`)).toBe(1)
  })

  test('behavior: returns an empty report without sales', async () => {
    const seller = await aSeller(app)
    const { rows, totals, recipients } = (await seller.get(url)).json()
    expect([rows, totals.total, recipients]).toEqual([[], 0, []])
    expect((await seller.get(`${url}?format=csv`)).body).toBe(
      'date,receiptId,currency,token,subtotal,fee,total,refunds,net,credit,type,amount,transactionHash\r\n' +
        'total,,,,0,0,0,0,0,0,total,,\r\n',
    )
  })

  test('behavior: allows a viewer of the merchant', async () => {
    const seller = await aBusySeller()
    const { headers } = await aMember(app, { merchant: seller.wallet, role: 'viewer' })
    const ownResponse = await app.inject({ url, headers })
    expect(ownResponse.json().rows).toEqual([])
    const otherResponse = await app.inject({ url: `${url}?wallet=${seller.wallet}`, headers })
    expect(otherResponse.json().rows).toHaveLength(2)
  })

  test('error: refuses more than 10,000 sales', { tags: 'slow', timeout: 60_000 }, async () => {
    const seller = await aSeller(app)
    for (let first = 1; first <= 10_001; first += 1_000) {
      await app.ctx.db.query(
        `insert into ledger_postings (merchant, key, kind, at, receipt_id)
         select $1, 'sale:' || n, 'sale', n, 'r-' || n from generate_series($2::int, $3::int) as n`,
        [seller.wallet, first, Math.min(first + 999, 10_001)],
      )
    }
    // As autovacuum does: without statistics, the plan of the report is slow on a busy machine.
    await app.ctx.db.query('analyze ledger_postings')
    const response = await seller.get(`${url}?from=0`)
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
    expect(response.json().message).toContain('Shorten the range')
    const maxResponse = await seller.get(`${url}?from=2`)
    expect(maxResponse.json().rows).toHaveLength(10_000)
  })

  test.each(['from=x', 'to=2026-01-01', 'format=pdf'])('error: refuses %s', async (query) => {
    const seller = await aSeller(app)
    const response = await seller.get(`${url}?${query}`)
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
  })

  test('error: refuses a key without the scope', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { scopes: ['orders:create'] })
    const response = await app.inject({ url, headers: { 'x-api-key': apiKey } })
    expect(response.statusCode).toBe(403)
  })
})
