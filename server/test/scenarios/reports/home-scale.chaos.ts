import { Client } from 'pg'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { knownAddress } from '../../../src/lib/hex.js'
import { DAY_MS, writeDay } from '../../../src/lib/time.js'
import { aDeveloper } from '../../fixtures/factories.js'
import { createTestApp, type TestApp, testNow } from '../../harness.js'
import { type MeasuredApp, measure, p99Of, report } from '../../measure.js'
import { signIn } from '../../sign-in.js'
import { urlOfDatabase } from '../../test-database.js'

/** The receipts of one merchant in a year. */
const receipts = Number(process.env['RECEIPTS'] ?? 1_000_000)
const batchSize = 50_000
const stepMs = Math.floor((365 * DAY_MS) / receipts)
const limitMs = 50
/** Three ranges of 92 days, of a quarter of a million receipts each. */
const longLimitMs = 500
const rounds = 60

let app: TestApp
let measured: MeasuredApp
let signedIn: MeasuredApp

beforeAll(async () => {
  const privateKey = generatePrivateKey()
  const wallet = knownAddress(privateKeyToAccount(privateKey).address)
  app = await createTestApp({ environment: { MODE: 'sandbox', OWN_MERCHANTS: wallet } })
  const { apiKey } = await aDeveloper(app.ctx, { wallet, callsPerMinute: 1_000_000 })
  app.ctx.config.limits.merchants.set(wallet, { reports: 1_000_000 })
  measured = { app, headers: { 'x-api-key': apiKey } }
  // Keys cannot read customers.
  signedIn = { app, headers: (await signIn(app, { privateKey })).headers }
  await fill(wallet)
}, 1_800_000)
afterAll(() => app.close())

const dayBefore = (days: number) => writeDay(Math.floor(testNow / DAY_MS) - days)
const lastDays = (days: number) => `fromDay=${dayBefore(days)}&toDay=${dayBefore(1)}`
const zone = 'timeZone=America%2FNew_York'

describe(`${receipts} receipts of one merchant`, () => {
  test(`behavior: returns home figures of up to a week within ${limitMs} ms`, async () => {
    const queries = {
      today: '?',
      'a day in New York': `?${lastDays(1)}&${zone}`,
      'a week in New York': `?${lastDays(7)}&${zone}`,
    }
    const times = await measure(measured, { url: '/api/reports/home', queries, rounds })
    report('home', times)
    expect(p99Of(times)).toBeLessThan(limitMs)
  }, 300_000)

  test(`behavior: returns home figures of the longest range within ${longLimitMs} ms`, async () => {
    const queries = {
      '92 days in UTC': `?${lastDays(92)}`,
      '92 days in New York': `?${lastDays(92)}&${zone}`,
    }
    const times = await measure(measured, { url: '/api/reports/home', queries, rounds })
    report('home', times)
    expect(p99Of(times)).toBeLessThan(longLimitMs)
  }, 300_000)

  test('behavior: measures reports of a year', async () => {
    const queries = { 'in UTC': `?${lastDays(365)}`, 'in New York': `?${lastDays(365)}&${zone}` }
    for (const name of ['summary', 'tax']) {
      const times = await measure(measured, { url: `/api/reports/${name}`, queries, rounds: 20 })
      report(name, times)
    }
  }, 300_000)

  test(`behavior: lists the receipts behind figures within ${limitMs} ms`, async () => {
    const queries = {
      'sales of a day': `?time=sale&archived=all&${lastDays(1)}&${zone}`,
      'sales of 92 days': `?time=sale&archived=all&${lastDays(92)}&${zone}`,
      'refunds of 92 days': `?time=refund&archived=all&${lastDays(92)}&${zone}`,
      'tips of 92 days': `?time=sale&hasTip=true&archived=all&${lastDays(92)}&${zone}`,
      'open receipts of a day': `?flag=waiting&archived=all&${lastDays(1)}&${zone}`,
      'open receipts of an early day': `?flag=waiting&archived=all&fromDay=${dayBefore(300)}&toDay=${dayBefore(300)}`,
      'failed receipts of 92 days': `?status=failed&archived=all&${lastDays(92)}&${zone}`,
      'a search in sales': `?time=sale&q=R-0345678&archived=all`,
      'created on a local day': `?${lastDays(1)}&${zone}`,
    }
    const times = await measure(measured, { url: '/api/receipts', queries, rounds })
    report('receipts', times)
    expect(p99Of(times)).toBeLessThan(limitMs)
  }, 300_000)

  test(`behavior: lists and finds customers within ${limitMs} ms`, async () => {
    const queries = {
      'seen last': '?',
      'by spend': '?sort=spentUsd',
      'by receipts, fewest first': '?sort=receiptCount&order=asc',
      'by name': '?sort=name',
      'the beginning of an address': '?q=buyer-01234',
      'a word in an address': '?q=example',
    }
    const times = await measure(signedIn, { url: '/api/customers', queries, rounds })
    report('customers', times)
    expect(p99Of(times)).toBeLessThan(limitMs)
  }, 300_000)
})

/** Uses its own connection, because the service's statements time out after seconds. */
async function fill(merchant: string): Promise<void> {
  const { rows } = await app.ctx.db.query<{ name: string }>('select current_database() as name')
  const url = urlOfDatabase(inject('postgresUrl'), rows[0]?.name ?? '')
  const db = new Client({ connectionString: url })
  await db.connect()
  try {
    await db.query('set synchronous_commit = off')
    // Foreign keys of a bulk load take most of its time.
    await db.query('set session_replication_role = replica')
    for (let from = 1; from <= receipts; from += batchSize) {
      await fillReceipts(db, { merchant, from })
      await fillSales(db, { merchant, from })
    }
    await fillDays(db, merchant)
    await fillCustomers(db, merchant)
    await db.query('set session_replication_role = default')
    await db.query('vacuum analyze')
  } finally {
    await db.end()
  }
}

const isSold = 'n % 30 > 1'
const id = `'R-' || lpad(n::text, 7, '0')`
/** Sales of both kinds of assets, a fifth of them with a tip. */
const asset = `case when n % 3 = 0 then 'USD' else 'eip155:84532/0x036cbd53842c5426634e7929541ec2318f3dcf7e' end`
const at = '$4::bigint - ($5::bigint - n) * $6::bigint'

async function fillReceipts(db: Client, { merchant, from }: { merchant: string; from: number }) {
  await db.query(
    `insert into receipts (merchant, id, kind, status, currency, total_usd_cents, lines, tax_rate_ppm,
       tax_components, brand_name, payout_address, jurisdiction_code, created_at, updated_at)
     select $1, ${id}, 'order', case when n % 30 = 0 then 'failed' when n % 30 = 1 then 'generated' else 'paid' end,
       'USD', 1100 + n % 5 / 4 * 100, jsonb_build_array(
         jsonb_build_object('kind', 'item', 'label', 'Item ' || n % 977, 'usdCents', 1000, 'qty', 2),
         jsonb_build_object('kind', 'tax', 'label', 'Tax', 'usdCents', 95),
         jsonb_build_object('kind', 'fee', 'label', 'Processing Fee', 'usdCents', 5))
         || case when n % 5 = 4 then '[{"kind": "tip", "label": "Tip", "usdCents": 100}]' else '[]' end::jsonb,
       95000, '{}', 'Shop', $1, 'US-CA', ${at}, ${at}
     from generate_series($2::int, $3::int) n`,
    [merchant, from, from + batchSize - 1, testNow, receipts, stepMs],
  )
}

/** Posts sales with five entries each, and refunds of three in a hundred. */
async function fillSales(db: Client, { merchant, from }: { merchant: string; from: number }) {
  const params = [merchant, from, from + batchSize - 1]
  const times = [testNow, receipts, stepMs]
  await db.query(
    `insert into ledger_postings (merchant, key, kind, at, receipt_id)
     select $1, 'sale:' || ${id} || ':1', 'sale', ${at} + 60000, ${id}
     from generate_series($2::int, $3::int) n where ${isSold}
     union all
     select $1, 'refund:' || n, 'refund', ${at} + 3600000, ${id}
     from generate_series($2::int, $3::int) n where n % 33 = 2 and ${isSold}`,
    [...params, ...times],
  )
  await db.query(
    `insert into ledger_entries (merchant, posting_key, seq, account, asset, units, usd_micros)
     select $1, 'sale:' || ${id} || ':1', seq, account, ${asset}, micros, micros
     from generate_series($2::int, $3::int) n cross join (values (1, 'customer_credit', 11000000),
       (2, 'sales', -10000000), (3, 'tax:state', -600000), (4, 'tax:city', -350000),
       (5, 'processing_fee', -20000), (6, 'platform_fee', -30000)) as lines (seq, account, micros)
     where ${isSold}
     union all
     select $1, 'refund:' || n, seq, account, ${asset}, micros, micros
     from generate_series($2::int, $3::int) n cross join (values (1, 'refunds', 1000000),
       (2, 'refund_payable', -1000000)) as lines (seq, account, micros)
     where n % 33 = 2 and ${isSold}`,
    params,
  )
}

/** Fills the daily sums as the job does, which takes far longer for a million postings. */
async function fillDays(db: Client, merchant: string): Promise<void> {
  await db.query(
    `with lines as (
       select (at / 86400000)::int as day, (at % 86400000 / 900000)::int as quarter, kind, account, asset,
         count(*) filter (where seq = 1) as postings, sum(units) as units, sum(usd_micros) as usd_micros
       from ledger_postings p join ledger_entries e on e.merchant = p.merchant and posting_key = key
       where p.merchant = $1 group by 1, 2, 3, 4, 5
       union all
       select (at / 86400000)::int, (at % 86400000 / 900000)::int, 'tip', 'tip', 'USD', count(*), 0,
         count(*) * -1000000
       from ledger_postings where merchant = $1 and kind = 'sale' and substr(receipt_id, 3)::int % 5 = 4
       group by 1, 2
     ), running as (
       select *, sum(postings) over until as postings_until, sum(units) over until as units_until,
         sum(usd_micros) over until as usd_micros_until
       from lines window until as (partition by day, kind, account, asset order by quarter)
     )
     insert into ledger_days (merchant, day, kind, account, asset, jurisdiction, postings, units, usd_micros,
       quarters, postings_until, units_until, usd_micros_until)
     select $1, day, kind, account, asset, 'US-CA', sum(postings), sum(units), sum(usd_micros),
       array_agg(quarter order by quarter), array_agg(postings_until order by quarter),
       array_agg(units_until order by quarter), array_agg(usd_micros_until order by quarter)
     from running group by day, kind, account, asset`,
    [merchant],
  )
}

/** Fills a customer for every four receipts, with the words by which it is found. */
async function fillCustomers(db: Client, merchant: string): Promise<void> {
  const email = `'buyer-' || lpad(n::text, 7, '0') || '@example.com'`
  const params = [merchant, Math.floor(receipts / 4)]
  await db.query(
    `insert into customers (merchant, id, key, name_key, receipt_count, spent_usd_cents,
       refunded_usd_cents, first_seen_at, last_seen_at)
     select $1, 'cus_' || n, ${email}, ${email}, n % 40, n % 9973 * 100, n % 7 * 100, $3::bigint, $3::bigint + n
     from generate_series(1, $2::int) n`,
    [...params, testNow],
  )
  await db.query(
    `insert into customer_words (merchant, word, customer_id)
     select $1, unnest(array[${email}, substr(${email}, 7), 'example.com', 'com']), 'cus_' || n
     from generate_series(1, $2::int) n`,
    params,
  )
}
