import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { type SignedIn, signIn } from '../../../../test/sign-in.js'
import type { Address } from '../../../lib/hex.js'
import { DAY_MS, unixMs } from '../../../lib/time.js'
import { sumLedgerDays } from '../../ledger/keep-days.js'
import { operations } from '../../ledger/ledger.properties.js'
import { postAll, reversePosting } from '../../ledger/post.js'
import { readDayQuery } from '../../reports/read-report-query.js'
import { describeSummary, getSummary } from '../../reports/summary/get-summary.js'

const operatorKey = generatePrivateKey()
const path = '/api/admin/reports/merchants'

let app: TestApp
let operator: SignedIn
let sellers: Seller[]
beforeAll(async () => {
  const environment = { PLATFORM_ADMINS: privateKeyToAddress(operatorKey) }
  app = await createTestApp({ environment })
  operator = await signIn(app, { privateKey: operatorKey })
  sellers = [await aSeller(app), await aSeller(app), await aSeller(app)]
  for (const [index, seller] of sellers.entries()) await sellOn(seller, index)
  await sumLedgerDays.run(app.ctx, new AbortController().signal)
  // The sums of these wait for the job.
  for (const [index, seller] of sellers.entries()) await sellOn(seller, index + 10)
  await sellers[0]?.post('/api/receipts', {
    id: 'failed-one',
    lineItems: [{ label: 'Tea', priceUsd: 4 }],
    totalUsd: 4,
  })
  await app.ctx.db.query(`update receipts set status = 'failed' where id = 'failed-one'`)
})
afterAll(() => app.close())

/** Posts sales, refunds and reversals of a merchant on three days. */
async function sellOn({ wallet: merchant }: Seller, seed: number): Promise<void> {
  const samples = fc.sample(operations, { seed, numRuns: 6 })
  for (const [index, work] of samples.entries()) {
    const at = unixMs(app.ctx.now() - (index % 3) * DAY_MS)
    const about = { merchant, receiptId: `r-${seed}-${index}`, transactionHash: null, at }
    const postings = work.map((posting, part) => ({
      ...about,
      ...posting,
      key: `${seed}:${index}:${part}`,
    }))
    await postAll(app.ctx, postings)
    const [first] = postings
    if (index === 5 && first) await reversePosting(app.ctx, { merchant, key: first.key, at })
  }
}

const get = (query = '') => app.inject({ url: `${path}${query}`, headers: operator.headers })

type Figures = Record<
  'orders' | 'volume' | 'fees' | 'platformFees' | 'refunds' | 'net' | 'receipts' | 'failures',
  number
>
type Day = Figures & { date: string; wallet: string }
const summed = ['orders', 'volume', 'fees', 'platformFees', 'refunds', 'net'] as const

/** Adds amounts in millionths, as floats would not be exact. */
function add(rows: readonly Figures[], name: keyof Figures): number {
  return rows.reduce((sum, row) => sum + Math.round(row[name] * 1e6), 0)
}

type Summary = { wallet: string; totals: Figures; days: (Figures & { date: string })[] }

/** Returns the summaries of the sellers, and of merchants that other fixtures have created. */
async function summarizeAll(): Promise<Summary[]> {
  const { rows } = await app.ctx.db.query<{ wallet: Address }>('select wallet from merchants')
  const summaries: Summary[] = []
  for (const { wallet } of rows) {
    const seller = sellers.find((candidate) => candidate.wallet === wallet)
    const range = readDayQuery({ query: {}, timeZone: 'UTC', now: app.ctx.now() })
    const summary = seller
      ? (await seller.get('/api/reports/summary')).json()
      : describeSummary(await getSummary(app.ctx, { ...range, merchant: wallet }))
    summaries.push({ wallet, ...summary })
  }
  return summaries
}

describe('GET /api/admin/reports/merchants', () => {
  test('default: equals the summaries of all merchants, by day and in total', async () => {
    const report: { totals: Figures; days: Day[] } = (await get('?limit=200')).json()
    expect(report.days.length).toBeGreaterThan(6)
    const summaries = await summarizeAll()
    for (const name of summed) {
      const totals = summaries.map((summary) => summary.totals)
      expect([name, Math.round(report.totals[name] * 1e6)]).toEqual([name, add(totals, name)])
      expect([name, add(report.days, name)]).toEqual([name, add(totals, name)])
    }
    for (const { wallet, days } of summaries) {
      for (const day of days) {
        const row = report.days.find(
          (shown) => shown.wallet.toLowerCase() === wallet && shown.date === day.date,
        )
        for (const name of summed) expect([name, row?.[name] ?? 0]).toEqual([name, day[name]])
      }
    }
  })

  test('behavior: counts receipts and failures', async () => {
    const { totals, days }: { totals: Figures; days: Day[] } = (await get()).json()
    expect(totals.failures).toBe(1)
    const ofSeller = days.filter(({ wallet }) => wallet.toLowerCase() === sellers[0]?.wallet)
    expect(ofSeller[0]).toMatchObject({ date: '2026-01-01', receipts: 1, failures: 1 })
    const { rows } = await app.ctx.db.query('select 1 from receipts')
    expect([totals.receipts, add(days, 'receipts') / 1e6]).toEqual([rows.length, rows.length])
  })

  test('behavior: filters by merchant', async () => {
    const [seller] = sellers
    if (!seller) throw new Error('The test has no seller')
    const summary: Summary = (await seller.get('/api/reports/summary')).json()
    const report = (await get(`?merchant=${seller.wallet}&limit=200`)).json()
    for (const name of summed)
      expect([name, report.totals[name]]).toEqual([name, summary.totals[name]])
    expect(report.totals).toMatchObject({ receipts: 1, failures: 1 })
    const wallets: string[] = report.days.map(({ wallet }: Day) => wallet.toLowerCase())
    expect(new Set(wallets)).toEqual(new Set([seller.wallet]))
    expect(add(report.days, 'volume')).toBe(add([report.totals], 'volume'))
  })

  test('behavior: has pages with the totals of the whole range', async () => {
    const whole = (await get('?limit=200')).json()
    const days: Day[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { days: Day[]; totals: Figures; nextCursor: string | null } = (
        await get(`?limit=2&cursor=${cursor}`)
      ).json()
      expect(page.totals).toEqual(whole.totals)
      days.push(...page.days)
      cursor = page.nextCursor
    }
    expect(days).toEqual(whole.days)
  })

  test('behavior: sends all rows as CSV', async () => {
    const { days, totals } = (await get('?limit=200')).json()
    const response = await get('?format=csv&limit=1')
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = response.body.trim().split('\r\n')
    expect(lines).toHaveLength(days.length + 2)
    expect(lines.at(-1)).toContain(`total,,,${totals.orders},${totals.volume}`)
  })

  test('behavior: an empty range has zeros', async () => {
    expect((await get('?from=2020-01-01&to=2020-01-02')).json()).toMatchObject({
      totals: { volume: 0, receipts: 0 },
      days: [],
      nextCursor: null,
    })
  })

  test.each([
    '?from=2026-02-30',
    '?from=2026-02-01&to=2026-01-01',
    '?from=2025-01-01&to=2026-01-01',
    '?format=xml',
    '?merchant=x',
    '?cursor=x',
    '?limit=x',
  ])('error: 400 for %s', async (query) => {
    expect((await get(query)).statusCode).toBe(400)
  })
})
