import { isDayCorrect } from '../src/features/ledger/day-store.js'
import { DAY_MS, dayOf, unixMs } from '../src/lib/time.js'
import { type BenchService, openService } from './open-service.js'
import { median, print } from './statistics.js'
import { type Filled, fillReceipts } from './stored/fill-receipts.js'
import { commonWord, findExample } from './stored/receipts-sql.js'
import { waitUntilIdle } from './stored/wait-until-idle.js'

/** The times of requests in milliseconds, by their names, with as many receipts stored. */
export type Growth = Filled & { receipts: number; times: Record<string, number> }

const smallest = 10_000
const warmUpCalls = 10
const calls = 41

/**
 * Measures requests of the demo shop, which has a tenth of all receipts, while the receipts of 1,000
 * merchants grow tenfold at a time.
 */
export async function measureGrowth(max: { receipts: number }): Promise<Growth[]> {
  const growths: Growth[] = []
  let service: BenchService | null = null
  for (let to = smallest; to <= max.receipts; to *= 10) {
    const from = to === smallest ? 1 : to / 10 + 1
    let filled: Filled = { seconds: 0, bytes: 0 }
    const work = async (dataDir: string, merchant: BenchService['merchant']) => {
      filled = await fillReceipts(dataDir, { merchant, from, to })
    }
    service = await (service === null ? openService({}, work) : service.reopen(work))
    print(
      `Stored ${to} receipts in ${filled.seconds.toFixed(0)} s, ${(filled.bytes / 1e9).toFixed(1)} GB`,
    )
    await waitUntilIdle(service.db)
    const growth = { receipts: to, ...filled, times: await measureTimes(service) }
    await checkFigures(service)
    print(JSON.stringify(growth.times))
    growths.push(growth)
  }
  await service?.stop()
  return growths
}

async function measureTimes(service: BenchService): Promise<Record<string, number>> {
  const { id, reference, label } = await findReceipt(service)
  // Fewer than are found with the fewest receipts, so that all responses have the same size.
  const search = (term: string, limit: number) =>
    `/api/receipts?limit=${limit}&q=${encodeURIComponent(term)}`
  const home = (days: number) => {
    const toDay = new Date().toISOString().slice(0, 10)
    const fromDay = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10)
    return `/api/reports/home?fromDay=${fromDay}&toDay=${toDay}`
  }
  const requests: Record<string, { path: string; body?: object }> = {
    'create an order': {
      path: '/api/orders',
      body: { items: [{ sku: 'BENCH', qty: 2 }], taxRate: 0.0725 },
    },
    'list of 100': { path: '/api/receipts?limit=100' },
    'one receipt': { path: `/api/receipts/${id}` },
    'search by id': { path: search(id.slice(0, 16), 1) },
    'search by reference': { path: search(reference, 1) },
    'search by an item': { path: search(label, 1) },
    'search by a common word': { path: search(commonWord, 20) },
    'summary of 30 days': { path: '/api/reports/summary' },
    'home, today': { path: home(1) },
    'home, 28 days': { path: home(28) },
    'home, 92 days': { path: home(92) },
  }
  await call(service, {
    path: '/api/inventory',
    body: { sku: 'BENCH', name: 'Bench', priceUsd: 12.5, stockQty: -1 },
  }).catch(() => {})

  const times: Record<string, number> = {}
  for (const [name, request] of Object.entries(requests)) {
    for (let count = 0; count < warmUpCalls; count += 1) await call(service, request)
    const taken: number[] = []
    for (let count = 0; count < calls; count += 1) {
      const began = performance.now()
      await call(service, request)
      taken.push(performance.now() - began)
    }
    times[name] = median(taken)
  }
  return times
}

type Example = { id: string; reference: string; label: string }

/** Returns an old receipt of the demo shop, which no memory has. */
async function findReceipt({ db, merchant }: BenchService): Promise<Example> {
  const { rows } = await db.query<Example>(findExample, [merchant])
  const [receipt] = rows
  if (!receipt) throw new Error('The demo shop has no receipts.')
  return receipt
}

async function call(
  { origin, headers }: BenchService,
  { path, body }: { path: string; body?: object },
): Promise<unknown> {
  const response = await fetch(`${origin}${path}`, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${text}`)
  return JSON.parse(text)
}

/** Compares the report and the daily sums of the demo shop with its ledger entries. */
async function checkFigures(service: BenchService): Promise<void> {
  const { db, merchant } = service
  const report = (await call(service, { path: '/api/reports/summary' })) as Report
  const { rows } = await db.query<{ usd: string; orders: string }>(
    `select -sum(usd_micros) / 1000000 as usd, count(distinct key) as orders
     from ledger_postings join ledger_entries on ledger_entries.merchant = $1 and posting_key = key
     where ledger_postings.merchant = $1 and kind = 'sale' and account <> 'customer_credit'
       and at between $2 and $3`,
    [merchant, report.from, report.to],
  )
  const [sums] = rows
  const { volume, orders } = report.totals
  if (Number(sums?.usd) !== volume || Number(sums?.orders) !== orders || orders === 0) {
    throw new Error(
      `The report has ${orders} orders, ${volume} USD; the ledger ${JSON.stringify(sums)}.`,
    )
  }
  const today = dayOf(unixMs(Date.now()))
  for (const day of [today, today - 1, today - 29]) {
    if (!(await isDayCorrect(db, { merchant, day })))
      throw new Error(`The sums of day ${day} are wrong.`)
  }
}

type Report = { from: number; to: number; totals: { volume: number; orders: number } }
