import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { aDeveloper, aWallet } from './fixtures/factories.js'
import { createTestApp, type TestApp, testNow } from './harness.js'
import {
  listScannedTables,
  type MeasuredApp,
  measure,
  median,
  p99Of,
  print,
  recordStatements,
  report,
} from './measure.js'
import { urlOfDatabase } from './test-database.js'

/** The receipts of the merchant under test, next to many small merchants. */
const receipts = 1_000_000
const otherMerchants = 5_000
const batchSize = 50_000
const limitMs = 50
const rounds = 200

/** Three receipts share each millisecond, so that the id determines their order. */
const createdAt = (n: number) => testNow - receipts + Math.floor(n / 3)
const idOf = (n: number) => `R-${String(n).padStart(7, '0')}`
const hashOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const cursorAt = (n: number) => encodeURIComponent(`${createdAt(n)}.${idOf(n)}`)

let app: TestApp
let measured: MeasuredApp
let statements: ReturnType<typeof recordStatements>

beforeAll(async () => {
  const wallet = aWallet()
  app = await createTestApp({ environment: { MODE: 'sandbox', OWN_MERCHANTS: wallet } })
  const { apiKey } = await aDeveloper(app.ctx, { wallet })
  measured = { app, headers: { 'x-api-key': apiKey } }
  await fill(wallet)
  statements = recordStatements(app)
}, 900_000)
afterAll(() => app.close())

const firstPages = {
  'the newest': '?',
  'a common status': '?status=paid',
  'a rare status': '?status=refund_requested',
  'an unused status': '?status=tx_mismatch',
  'a time span': `?from=${createdAt(400_000)}&to=${createdAt(500_000)}`,
  'a status in a time span': `?status=failed&from=${createdAt(400_000)}&to=${createdAt(400_900)}`,
  'an early day': `?to=${createdAt(300)}`,
}

const farPages = {
  'the newest': `?cursor=${cursorAt(1_000)}`,
  'a common status': `?status=paid&cursor=${cursorAt(1_000)}`,
  'a rare status': `?status=refund_requested&cursor=${cursorAt(500_000)}`,
  'a time span': `?from=${createdAt(400_000)}&to=${createdAt(500_000)}&cursor=${cursorAt(400_500)}`,
}

const largePages = {
  'the newest': '?limit=200',
  'far back': `?limit=200&cursor=${cursorAt(1_000)}`,
}

const searches = {
  'an id': `?q=${idOf(345_678)}`,
  'a reference': '?q=order-345678',
  'a shared reference': '?q=table-7',
  'a transaction': `?q=${hashOf(345_679)}`,
  'a reference with a status': '?q=table-7&status=pending',
  'no match': '?q=xylophone',
}

describe(`${receipts} receipts of one merchant`, () => {
  const url = '/api/receipts'

  test(`behavior: returns any page within ${limitMs} ms, far pages in less than twice the time`, async () => {
    const first = await measure(measured, { url, queries: firstPages, rounds })
    const far = await measure(measured, { url, queries: farPages, rounds })
    report('receipts, first page', first)
    report('receipts, far back', far)
    expect(p99Of(first, far)).toBeLessThan(limitMs)

    // Both pages are full, so that only their position differs.
    for (const name of ['the newest', 'a common status'] as const) {
      const ratio = median(far[name]) / median(first[name])
      print(`far back / first page, ${name}: ${ratio.toFixed(2)}`)
      expect(ratio).toBeLessThan(2)
    }
  }, 300_000)

  test('behavior: returns a page of twice the size in at most twice the time', async () => {
    const times = await measure(measured, { url, queries: largePages, rounds })
    report('receipts, 200 per page', times)
    expect(p99Of(times)).toBeLessThan(2 * limitMs)
  }, 120_000)

  test(`behavior: searches within ${limitMs} ms`, async () => {
    const times = await measure(measured, { url, queries: searches, rounds })
    report('receipts, search', times)
    expect(p99Of(times)).toBeLessThan(limitMs)
  }, 120_000)

  test(`behavior: returns a receipt and its status within ${limitMs} ms`, async () => {
    const picked = [1, 222_222, 500_000, 777_778, receipts].map(idOf)
    const measurement = await measure(measured, {
      url: `${url}/`,
      queries: Object.fromEntries(picked.map((id) => [id, id])),
      rounds,
    })
    const status = await measure(measured, {
      url: `${url}/status`,
      queries: Object.fromEntries(picked.map((id) => [id, `?receiptId=${id}`])),
      rounds,
    })
    report('one receipt', measurement)
    report('its status', status)
    expect(p99Of(measurement, status)).toBeLessThan(limitMs)
  }, 120_000)

  test('behavior: every page is full and has receipts of this merchant only', async () => {
    for (const query of [...Object.values(firstPages), ...Object.values(farPages)]) {
      const page = await app.inject({ url: url + query, headers: measured.headers })
      const ids: string[] = page
        .json()
        .receipts.map(({ receiptId }: { receiptId: string }) => receiptId)
      if (!query.includes('tx_mismatch')) expect(ids.length, query).toBeGreaterThan(50)
      expect(ids.filter((id) => !id.startsWith('R-'))).toEqual([])
      expect(ids).toEqual(ids.toSorted().toReversed())
    }
    for (const [name, query] of Object.entries(searches)) {
      const { receipts: listedReceipts } = (
        await app.inject({ url: url + query, headers: measured.headers })
      ).json()
      expect(listedReceipts.length > 0, name).toBe(name !== 'no match')
    }
  }, 120_000)
})

test('behavior: no query scans a whole table', async () => {
  expect(statements.size).toBeGreaterThan(5)
  for (const statement of statements) {
    expect(await listScannedTables(app, statement), statement[0]).toEqual([])
  }
})

/** Uses its own connection, because the service's statements time out after seconds. */
async function fill(merchant: string): Promise<void> {
  const { rows } = await app.ctx.db.query<{ name: string }>('select current_database() as name')
  const url = urlOfDatabase(inject('postgresUrl'), rows[0]?.name ?? '')
  const db = new Client({ connectionString: url })
  await db.connect()
  try {
    await fillMerchants(db)
    for (let from = 1; from <= receipts; from += batchSize) {
      await fillReceipts(db, { merchant, from })
    }
    await db.query('vacuum analyze')
  } finally {
    await db.end()
  }
}

/** Adds receipts of one merchant. Half of them have a timeline, and some a refund. */
async function fillReceipts(
  db: Client,
  { merchant, from }: { merchant: string; from: number },
): Promise<void> {
  const to = from + batchSize - 1
  await db.query(
    `insert into receipts (merchant, id, kind, status, currency, total_usd_cents, lines, tax_rate_ppm,
       tax_components, reference, metadata, brand_name, payout_address, transaction_hash, created_at,
       updated_at)
     select $1, 'R-' || lpad(n::text, 7, '0'), 'direct',
       case when n % 4001 = 0 then 'refund_requested' when n % 9 = 0 then 'failed'
         when n % 5 = 0 then 'pending' else 'paid' end,
       'USD', 1000 + n % 5000,
       jsonb_build_array(
         jsonb_build_object('kind', 'item', 'label', 'Item ' || n % 977, 'usdCents', 900 + n % 5000, 'qty', 2),
         jsonb_build_object('kind', 'tax', 'label', 'Tax', 'usdCents', 95),
         jsonb_build_object('kind', 'fee', 'label', 'Processing Fee', 'usdCents', 5)),
       95000, array['State', 'County'],
       case when n % 2000 = 0 then 'table-7' when n % 2 = 0 then 'order-' || n end,
       case when n % 3 = 0 then jsonb_build_object('cart', n, 'channel', 'web') end,
       'Notch & Bean', $1, case when n % 3 > 0 then '0x' || lpad(to_hex(n), 64, '0') end,
       $4::bigint - $5::bigint + n / 3, $4::bigint
     from generate_series($2::int, $3::int) n`,
    [merchant, from, to, testNow, receipts],
  )
  await db.query(
    `insert into timeline_entries (merchant, receipt_id, seq, status, at, made_by)
     select $1, 'R-' || lpad(n::text, 7, '0'), seq,
       (array['pending', 'link_opened', 'paid'])[seq], $4::bigint, 'key_1'
     from generate_series($2::int, $3::int) n, generate_series(1, 3) seq
     where n % 2 = 0`,
    [merchant, from, to, testNow],
  )
  await db.query(
    `insert into refunds (merchant, receipt_id, id, usd_cents, buyer, items, made_by, created_at)
     select $1, 'R-' || lpad(n::text, 7, '0'), 'rfnd_' || n, 100, $1, '[]', $1, $4::bigint
     from generate_series($2::int, $3::int) n
     where n % 40 = 0`,
    [merchant, from, to, testNow],
  )
}

/** Adds other merchants with a shop and twenty receipts each, some with the same reference. */
async function fillMerchants(db: Client): Promise<void> {
  const wallet = `'0x' || lpad(to_hex(n), 40, '0')`
  await db.query(
    `insert into merchants (wallet, created_at)
     select ${wallet}, 0 from generate_series(1, $1::int) n`,
    [otherMerchants],
  )
  await db.query(
    `insert into shops (merchant, config, updated_at, version)
     select ${wallet}, '{}', 0, 0 from generate_series(1, $1::int) n`,
    [otherMerchants],
  )
  await db.query(
    `insert into receipts (merchant, id, kind, status, currency, total_usd_cents, lines, tax_rate_ppm,
       tax_components, reference, brand_name, payout_address, created_at, updated_at)
     select ${wallet}, 'X-' || i, 'direct', 'paid', 'USD', 100, '[{"label":"A","usdCents":100}]', 0,
       '{}', case when i % 2 = 0 then 'table-7' end, 'Other', ${wallet}, $2::bigint - i, $2::bigint
     from generate_series(1, $1::int) n, generate_series(1, 20) i`,
    [otherMerchants, testNow],
  )
}
