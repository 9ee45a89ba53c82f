import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '../src/lib/time.js'
import { openService } from './open-service.js'
import { print } from './statistics.js'

/**
 * Measures the reports of a merchant that sold every receipt in the last 30 days. Set RECEIPTS for
 * a smaller number.
 */
const receipts = Number(process.env['RECEIPTS'] ?? 1_000_000)
const days = 30
const rounds = 9

const at = '$4::bigint - (n * 7919 % 1000003) * $5::bigint / 1000003'
const numbers = 'generate_series($2::bigint, $3::bigint) as n'
const insertReceipts = `
  insert into receipts (merchant, id, kind, status, currency, total_usd_cents, lines, jurisdiction_code, tax_rate_ppm,
    tax_components, brand_name, payout_address, created_at, updated_at)
  select $1, 'r-' || n, 'order', 'paid', 'USD', 1100,
    jsonb_build_array(jsonb_build_object('kind', 'item', 'label', 'Item ' || n % 500, 'itemId', 'i' || n % 500,
      'usdCents', 1000, 'qty', 1), '{"kind": "tax", "label": "Tax", "usdCents": 100}'::jsonb),
    (array['US-CA', 'US-NY', 'US-TX', 'DE'])[1 + n % 4], 100000, '{State}', 'Bench', $1, ${at}, ${at}
  from ${numbers}`
const insertTimelines = `
  insert into timeline_entries (merchant, receipt_id, seq, status, at, made_by)
  select $1, 'r-' || n, seq, (array['generated', 'link_opened'])[seq], ${at}, 'bench'
  from ${numbers} cross join generate_series(1, 2) as seq`
const insertPostings = `
  with made as (
    insert into ledger_postings (merchant, key, kind, at, receipt_id)
    select $1, kind || ':' || n, kind, ${at}, 'r-' || n
    from ${numbers} cross join unnest(array['sale', 'refund']) as kind
    where kind = 'sale' or n % 1000 = 0
    returning merchant, key, kind
  ), queued as (
    insert into ledger_unsummed (merchant, posting_key) select merchant, key from made
  ), line (kind, seq, account, units) as (
    values ('sale', 1, 'customer_credit', 11000000), ('sale', 2, 'sales', -10000000),
      ('sale', 3, 'tax:state', -1000000), ('refund', 1, 'refunds', 5000000),
      ('refund', 2, 'refund_payable', -5000000)
  )
  insert into ledger_entries (merchant, posting_key, seq, account, asset, units, usd_micros)
  select merchant, key, seq, account, 'eip155:84532/0x036cbd53842c5426634e7929541ec2318f3dcf7e', units, units
  from made join line using (kind)`

const service = await openService({ SANDBOX_CHAIN: 'off' })
const { db, headers, maintain, merchant, origin } = service

await timed(`insert ${receipts} receipts`, () => insertSales({ from: 1, to: receipts }))
await maintain('analyze receipts, timeline_entries, ledger_postings, ledger_entries')
await timed('wait until they are part of the daily sums', waitForSums)
// As the database does automatically after a while.
await maintain('vacuum ledger_unsummed, ledger_days')

await measure('summary of 30 days', '/api/reports/summary')
await measure('summary as CSV', '/api/reports/summary?format=csv')
await measure('taxes of 30 days', '/api/reports/tax')
const day = `from=${Date.now()}`
await measure('items of a day', `/api/reports/items?${day}`)
await measure('funnel of a day', `/api/reports/funnel?${day}`)

const waiting = Math.min(10_000, receipts)
await insertSales({ from: receipts + 1, to: receipts + waiting })
await measure(`summary with ${waiting} postings to sum`, '/api/reports/summary')

await service.stop()

/**
 * Inserts sold receipts, evenly over the last days. A tenth of a percent has a refund. Leaves out
 * checks of foreign keys.
 */
async function insertSales(range: { from: number; to: number }): Promise<void> {
  const step = 5_000
  for (let from = range.from; from <= range.to; from += step) {
    const to = Math.min(from + step - 1, range.to)
    await db.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      for (const sql of [insertReceipts, insertTimelines, insertPostings]) {
        await tx.query(sql, [merchant, from, to, Date.now(), days * DAY_MS])
      }
    })
  }
}

/** The service adds postings to the sums every ten seconds. */
async function waitForSums(): Promise<void> {
  for (;;) {
    const { rows } = await db.query('select 1 from ledger_unsummed limit 1')
    if (rows.length === 0) return
    await sleep(200)
  }
}

async function measure(name: string, path: string): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    const response = await fetch(`${origin}${path}`, { headers })
    const body = await response.text()
    times.push(performance.now() - began)
    if (response.status === 400) return print(`${name}: ${JSON.parse(body).message}`)
    if (!response.ok) throw new Error(body)
  }
  const [low, middle, high] = [0, Math.floor(rounds / 2), rounds - 1].map((index) =>
    times.toSorted((a, b) => a - b)[index]?.toFixed(0),
  )
  print(`${name}: ${middle} ms (${low} to ${high} ms)`)
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  print(`${name}: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
}
