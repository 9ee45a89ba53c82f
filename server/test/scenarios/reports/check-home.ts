import { expect } from 'vitest'
import { saleEntries } from '../../../src/features/ledger/entries.js'
import { sumLedgerDays } from '../../../src/features/ledger/keep-days.js'
import { post, reversePosting } from '../../../src/features/ledger/post.js'
import { baseUnits, micros } from '../../../src/lib/money.js'
import { DAY_MS, HOUR_MS, MINUTE_MS, unixMs, writeDay } from '../../../src/lib/time.js'
import { usdc } from '../../fixtures/posted-payment.js'
import type { aSeller } from '../../fixtures/seller.js'
import type { TestApp } from '../../harness.js'

type Shop = Awaited<ReturnType<typeof aSeller>>

/** A generator of numbers from 0 to 1 that repeats with its seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const dollar = 1_000_000n

/** Time zones with a date near a change of their clocks, or with an offset of quarters. */
const places = [
  ['UTC', '2026-01-01'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['America/St_Johns', '2010-11-07'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['Asia/Kathmandu', '2026-01-01'],
  ['Asia/Kolkata', '2026-06-30'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Pacific/Chatham', '2026-09-27'],
  ['Pacific/Apia', '2011-12-30'],
  ['Pacific/Kiritimati', '2026-12-31'],
] as const

/** Fills a shop with receipts, sales, refunds and reversals around all of the places. */
export async function fillShop(
  app: TestApp,
  shop: Shop,
  { seed }: { seed: number },
): Promise<void> {
  const random = createRandom(seed)
  const pick = (max: number) => Math.floor(random() * max)
  const merchant = shop.wallet
  const { db, config } = app.ctx
  config.limits.merchants.set(merchant, { reports: 100_000, 'receipt-exports': 100_000 })
  for (const [place, [, date]] of places.entries()) {
    const start = Date.parse(date) - 9 * DAY_MS
    for (let index = 0; index < 14; index += 1) {
      const id = `r-${place}-${index}`
      // Many are close to a midnight of some zone.
      const near = start + pick(44) * 6 * HOUR_MS + (pick(9) - 4) * 15 * MINUTE_MS
      const at = unixMs(near + pick(3) - 1)
      const status = ['paid', 'paid', 'paid', 'failed', 'pending', 'completed'][pick(6)] ?? 'paid'
      const [price, tip, fee] = [BigInt(1 + pick(40)), BigInt(pick(3)), BigInt(pick(2))]
      const total = price + tip + fee
      const line = (kind: string, dollars: bigint) => ({
        kind,
        label: kind,
        usdCents: Number(dollars) * 100,
      })
      const lines = [
        line('item', price),
        ...(tip > 0n ? [line('tip', tip)] : []),
        line('tax', 0n),
        line('fee', fee),
      ]
      await db.query(
        `insert into receipts (merchant, id, kind, status, currency, total_usd_cents, lines, tax_rate_ppm,
           tax_components, brand_name, payout_address, created_at, updated_at, archived_at, jurisdiction_code)
         values ($1, $2, 'terminal', $3, 'USD', $4, $5, 0, '{}', 'Shop', $1, $6, $6, $7, $8)`,
        [
          merchant,
          id,
          status,
          Number(total) * 100,
          JSON.stringify(lines),
          at,
          pick(5) === 0 ? at : null,
          pick(2) === 0 ? 'US-XX' : null,
        ],
      )
      if (status === 'failed' || status === 'pending') continue
      const worth = total * dollar
      const about = { merchant, receiptId: id, transactionHash: null }
      const sold = saleEntries({
        portions: [{ asset: usdc, units: baseUnits(worth), usdMicros: micros(worth) }],
        platformBps: 50,
        bill: {
          salesMicros: micros((price + tip) * dollar),
          taxes: [],
          feeMicros: micros(fee * dollar),
          platformMicros: micros(0n),
        },
      })
      const soldAt = unixMs(at + pick(30) * HOUR_MS)
      await post(app.ctx, {
        ...about,
        key: `sale:${id}:1`,
        kind: 'sale',
        at: soldAt,
        entries: sold,
      })
      if (pick(6) === 0) {
        const undoneAt = unixMs(soldAt + pick(40) * HOUR_MS)
        await reversePosting(app.ctx, { merchant, key: `sale:${id}:1`, at: undoneAt })
        const key = `sale:${id}:3`
        if (pick(2) === 0) {
          await post(app.ctx, { ...about, key, kind: 'sale', at: undoneAt, entries: sold })
        }
      }
      for (let part = pick(4) - 1; part > 0; part -= 1) {
        const isCredit = pick(4) === 0
        const usd = micros(BigInt(1 + pick(9)) * 100_000n)
        const amount = { asset: usdc, units: baseUnits(usd), usdMicros: usd }
        const minus = { asset: usdc, units: baseUnits(-usd), usdMicros: micros(-usd) }
        await post(app.ctx, {
          ...about,
          key: `refund:${id}:${part}`,
          kind: 'refund',
          at: unixMs(soldAt + pick(60) * HOUR_MS),
          entries: [
            { account: isCredit ? 'customer_credit' : 'refunds', ...amount },
            { account: 'refund_payable', ...minus },
          ],
        })
      }
      if (pick(9) === 0) await sumLedgerDays.run(app.ctx, new AbortController().signal)
    }
  }
}

type Figure = { count: number; usd: number; filter: string }
const names = ['sales', 'refunds', 'fees', 'tips', 'open', 'failed'] as const
type Figures = Record<(typeof names)[number], Figure>
type Day = Figures & { date: string; from: number; to: number }
type Period = {
  fromDay: string
  toDay: string
  from: number
  to: number
  totals: Figures
  days: Day[]
  hours: PartOfDay[]
  soFar: PartOfDay | null
}
type PartOfDay = { from: number; to: number; sales: Figure }

/** Compares home figures of random days with the lists behind them, and with the reports. */
export async function checkHome(
  app: TestApp,
  shop: Shop,
  { seed }: { seed: number },
): Promise<void> {
  const random = createRandom(seed)
  const pick = (max: number) => Math.floor(random() * max)
  const [timeZone, date] = places[pick(places.length)] ?? places[0]
  const day = Date.parse(date) / DAY_MS - pick(4)
  const [fromDay, toDay] = [writeDay(day), writeDay(day + pick(5))]
  const query = new URLSearchParams({ timeZone, fromDay, toDay })
  const get = async (url: string) => {
    const response = await shop.get(url)
    expect(response.statusCode, `${seed} ${url} ${response.body.slice(0, 300)}`).toBe(200)
    return response.json()
  }
  const home = await get(`/api/reports/home?${query}`)
  expect(home).toMatchObject({ timeZone, current: { fromDay, toDay } })

  for (const period of [home.current, home.previous, home.lastWeek] as Period[]) {
    const checked = [{ ...period.totals, from: period.from, to: period.to }, ...period.days]
    for (const figures of checked.filter((_, index) => index === 0 || pick(3) === 0)) {
      const name = names[pick(names.length)] ?? 'sales'
      await checkFigure(app, shop, { name, figure: figures[name], span: figures, seed })
    }
    const add = (name: (typeof names)[number]) =>
      period.days.reduce((sum, figures) => sum + figures[name].usd, 0)
    for (const name of names) expect(add(name)).toBeCloseTo(period.totals[name].usd, 5)

    const { hours, soFar } = period
    const parts = [...hours.filter(() => pick(6) === 0), ...(soFar ? [soFar] : [])]
    for (const part of parts) {
      await checkFigure(app, shop, { name: 'sales', figure: part.sales, span: part, seed })
    }
    expect(hours.length > 0).toBe(fromDay === toDay && period.days.length > 0)
    if (hours.length > 0) {
      const sold = hours.reduce((sum, { sales }) => sum + sales.usd, 0)
      expect(sold).toBeCloseTo(period.totals.sales.usd, 5)
    }

    if (period.days.length === 0) continue
    const { fromDay: first, toDay: last } = period
    const range = new URLSearchParams({ timeZone, fromDay: first, toDay: last })
    const { totals, days, from, to } = await get(`/api/reports/summary?${range}`)
    expect([from, to]).toEqual([period.from, period.to])
    expect(totals.volume).toBeCloseTo(period.totals.sales.usd, 6)
    expect(totals).toMatchObject({
      fees: period.totals.fees.usd,
      refunds: period.totals.refunds.usd,
    })
    expect(days.map((day: { date: string; volume: number }) => [day.date, day.volume])).toEqual(
      period.days.map((figures) => [figures.date, figures.sales.usd]),
    )
    const tax = await get(`/api/reports/tax?${range}&period=day`)
    expect([tax.from, tax.totals.orders, tax.totals.sales, tax.totals.refunds]).toEqual([
      period.from,
      totals.orders,
      totals.subtotal,
      totals.refunds,
    ])
    for (const { date: name, orders } of days) {
      const rows = tax.rows.filter((row: { period: string }) => row.period === name)
      expect(rows.reduce((sum: number, row: { orders: number }) => sum + row.orders, 0)).toBe(
        orders,
      )
    }
    for (const report of ['items', 'funnel', 'subscriptions', 'settlement']) {
      const other = await get(`/api/reports/${report}?${range}`)
      expect([other.from, other.to]).toEqual([from, to])
    }
  }
}

/** Compares a figure with its list, page by page, and with the postings of the listed receipts. */
async function checkFigure(
  app: TestApp,
  shop: Shop,
  input: {
    name: (typeof names)[number]
    figure: Figure
    span: { from: number; to: number }
    seed: number
  },
): Promise<void> {
  const { name, figure, span, seed } = input
  const ids: string[] = []
  let total = 0
  let cursor = ''
  do {
    const response = await shop.get(`/api/receipts?${figure.filter}&limit=3${cursor}`)
    expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
    const { receipts, nextCursor } = response.json()
    for (const receipt of receipts) {
      ids.push(receipt.receiptId)
      total += receipt.totalUsd
    }
    cursor = nextCursor === null ? '' : `&cursor=${encodeURIComponent(nextCursor)}`
  } while (cursor !== '')
  expect(new Set(ids).size).toBe(ids.length)
  expect([name, seed, ids.length]).toEqual([name, seed, figure.count])

  const file = await shop.get(`/api/receipts/export?${figure.filter}`)
  if (file.statusCode === 200) {
    const exported = file.body.trim().split('\r\n').slice(1)
    expect(exported.map((row) => row.split(',')[0])).toEqual(ids)
  }
  if (name === 'open' || name === 'failed') {
    expect(figure.usd).toBe(total)
    return
  }
  expect(await postedWorth(app, { merchant: shop.wallet, name, ids, ...span })).toBeCloseTo(
    figure.usd,
    6,
  )
}

const worthOf = {
  sales: `case when p.kind = 'sale' and e.account <> 'customer_credit' then -e.usd_micros end`,
  fees: `case when p.kind = 'sale' and e.account in ('processing_fee', 'platform_fee', 'fee_difference')
    then -e.usd_micros end`,
  refunds: `case when p.kind = 'refund' and e.account = 'refunds' then e.usd_micros end`,
  tips: `case when p.kind = 'sale' and e.seq = 1 then case when p.key like 'undo:%' then -1 else 1 end
    * (select sum((line ->> 'usdCents')::int) * 10000 from jsonb_array_elements(r.lines) as line
       where line ->> 'kind' = 'tip') end`,
}

/** Returns the worth of the postings of receipts in a span, from the entries themselves. */
async function postedWorth(
  { ctx }: TestApp,
  input: { merchant: string; name: keyof typeof worthOf; ids: string[]; from: number; to: number },
): Promise<number> {
  const { rows } = await ctx.db.query<{ worth: string }>(
    `select coalesce(sum(${worthOf[input.name]}), 0) as worth from ledger_postings as p
       join ledger_entries as e on e.merchant = p.merchant and e.posting_key = p.key
       join receipts as r on r.merchant = p.merchant and r.id = p.receipt_id
     where p.merchant = $1 and p.receipt_id = any($2) and p.at between $3 and $4`,
    [input.merchant, input.ids, input.from, input.to],
  )
  return Number(rows[0]?.worth) / 1e6
}
