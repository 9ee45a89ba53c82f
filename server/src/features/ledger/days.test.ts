import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import type { Address } from '../../lib/hex.js'
import { listLocalDays } from '../../lib/local-days.js'
import { cents } from '../../lib/money.js'
import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS, unixMs } from '../../lib/time.js'
import { addToDays } from './day-store.js'
import type { DayRange } from './day-sum.js'
import { manualPaymentEntries } from './entries.js'
import type { Posting, PostingKind } from './entry.js'
import { checkLedgerDays, sumLedgerDays } from './keep-days.js'
import { operations } from './ledger.properties.js'
import { post, postAll, reversePosting } from './post.js'
import { ledgerFeature } from './routes.js'
import { sumByDay, sumByJurisdiction, sumByPeriod } from './sum-days.js'

const signal = new AbortController().signal
const kinds: PostingKind[] = [
  'payment',
  'charge',
  'sale',
  'release',
  'mark',
  'refund',
  'refund_paid',
]

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const today = () => dayOf(ctx.now())
const rangeOf = (merchant: Address): DayRange => {
  return { merchant, fromDay: 0, toDay: today() + 10, kinds }
}

async function aMark(merchant: Address, key: string, at = ctx.now()): Promise<Posting> {
  const entries = manualPaymentEntries({ usdCents: cents(250n) })
  const about = { kind: 'mark', receiptId: null, transactionHash: null } as const
  const posting: Posting = { merchant, key, at, entries, ...about }
  await post(ctx, posting)
  return posting
}

async function waiting(merchant: Address): Promise<number> {
  const { rows } = await ctx.db.query('select from ledger_unsummed where merchant = $1', [merchant])
  return rows.length
}

/** Returns the sums that the entries themselves have. */
async function expectedSums(merchant: Address) {
  const { rows } = await ctx.db.query<Record<string, string>>(
    `select (at / 86400000)::int as day, kind, account, asset, sum(units) as units,
       sum(usd_micros) as usd_micros
     from ledger_postings p join ledger_entries e on e.merchant = p.merchant and posting_key = key
     where p.merchant = $1 group by 1, kind, account, asset`,
    [merchant],
  )
  return new Map(
    rows.map((row) => [
      [row['day'], row['kind'], row['account'], row['asset']].join(' '),
      [BigInt(row['units'] ?? 0), BigInt(row['usd_micros'] ?? 0)],
    ]),
  )
}

async function actualSums(merchant: Address) {
  const sums = await sumByDay(ctx, rangeOf(merchant))
  return new Map(
    sums.map((sum) => [
      [sum.day, sum.kind, sum.account, sum.asset].join(' '),
      [sum.units, sum.usdMicros],
    ]),
  )
}

describe('sumByDay', () => {
  test('property: equals the entries after any postings, reversals and sums, at the same time', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const step = fc.record({
      work: operations,
      day: fc.nat(3),
      undoneAfterDays: fc.option(fc.nat(3)),
      isSummed: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const { wallet: merchant } = await aDeveloper(ctx)
        let count = 0
        await Promise.all(
          steps.map(async ({ work, day, undoneAfterDays, isSummed }, index) => {
            const at = unixMs(ctx.now() + day * DAY_MS)
            const about = { merchant, receiptId: `r-${index}`, transactionHash: null, at }
            const postings = work.map((posting, part) => ({
              ...about,
              ...posting,
              key: `${index}:${part}`,
            }))
            await postAll(ctx, postings)
            await postAll(ctx, postings)
            if (isSummed) await addToDays(ctx.db, 3)
            if (undoneAfterDays === null) count += work.length
            else {
              const later = unixMs(at + undoneAfterDays * DAY_MS)
              for (const { key } of postings)
                await reversePosting(ctx, { merchant, key, at: later })
            }
          }),
        )
        const expected = await expectedSums(merchant)
        const before = await sumByDay(ctx, rangeOf(merchant))
        expect(await actualSums(merchant)).toEqual(expected)
        expect(before.reduce((sum, { postings }) => sum + postings, 0)).toBe(count)

        await sumLedgerDays.run(ctx, signal)
        expect(await waiting(merchant)).toBe(0)
        expect(await sumByDay(ctx, rangeOf(merchant))).toEqual(before)
      }),
      { numRuns: 25 },
    )
    expect(await checkLedgerDays.run(ctx, signal)).toMatchObject({ corrected: 0 })
  })

  test('behavior: covers the days of the range, both ends included, and the given kinds', async () => {
    const { wallet: merchant } = await aDeveloper(ctx)
    const start = unixMs(today() * DAY_MS)
    await aMark(merchant, 'last of the day before', unixMs(start - 1))
    await aMark(merchant, 'first of the day', start)
    await aMark(merchant, 'last of the day', unixMs(start + DAY_MS - 1))
    const range = { merchant, fromDay: today(), toDay: today(), kinds: ['mark'] as const }
    const sums = await sumByDay(ctx, range)
    expect(sums.find(({ account }) => account === 'manual')).toEqual({
      day: today(),
      kind: 'mark',
      account: 'manual',
      asset: 'USD',
      postings: 2,
      units: 500n,
      usdMicros: 5_000_000n,
    })
    expect(await sumByDay(ctx, { ...range, kinds: ['sale'] })).toEqual([])
    const { wallet: other } = await aDeveloper(ctx)
    expect(await sumByDay(ctx, { ...range, merchant: other })).toEqual([])
  })
})

/** Zones with offsets of quarters, on days when clocks change, and one that skipped a day. */
const zones = [
  ['UTC', '2026-01-01'],
  ['Asia/Kathmandu', '2026-01-01'],
  ['Asia/Kolkata', '2026-05-01'],
  ['Europe/Berlin', '2026-03-28'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['Pacific/Chatham', '2026-09-26'],
  ['Pacific/Apia', '2011-12-29'],
  ['America/Sao_Paulo', '2018-11-03'],
] as const

describe('sumByPeriod', () => {
  test('property: local days equal the entries, before and after any of them is summed', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const step = fc.record({
      work: operations,
      minutes: fc.nat(4 * 24 * 60),
      undoneAfterMinutes: fc.option(fc.nat(24 * 60)),
      isSummed: fc.boolean(),
    })
    const steps = fc.array(step, { minLength: 3, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...zones), steps, async ([zone, date], given) => {
        const { wallet: merchant } = await aDeveloper(ctx)
        const fromDay = dayOf(Date.parse(date))
        const start = fromDay * DAY_MS - 12 * HOUR_MS
        for (const [index, { work, minutes, undoneAfterMinutes, isSummed }] of given.entries()) {
          const at = unixMs(start + minutes * MINUTE_MS)
          const about = { merchant, receiptId: `r-${index}`, transactionHash: null, at }
          const postings = work.map((posting, part) => ({
            ...about,
            ...posting,
            key: `${index}:${part}`,
          }))
          await postAll(ctx, postings)
          const later = unixMs(at + (undoneAfterMinutes ?? 0) * MINUTE_MS)
          if (undoneAfterMinutes !== null) {
            for (const { key } of postings) await reversePosting(ctx, { merchant, key, at: later })
          }
          if (isSummed) await addToDays(ctx.db, 5)
        }
        const days = listLocalDays({ fromDay, toDay: fromDay + 2 }, zone)
        const bounds = [...days.map(({ from }) => from), (days.at(-1)?.to ?? 0) + 1]
        const periods = days.map(({ from, to }, period) => ({ period, from, to }))
        const sums = async () =>
          new Map(
            (await sumByPeriod(ctx, { merchant, bounds, kinds })).map((sum) => [
              [sum.period, sum.kind, sum.account, sum.asset].join(' '),
              [sum.units, sum.usdMicros],
            ]),
          )
        const expected = await expectedPeriods(merchant, periods)
        expect(await sums()).toEqual(expected)
        await sumLedgerDays.run(ctx, signal)
        expect(await sums()).toEqual(expected)
      }),
      { numRuns: 60 },
    )
    for (const at of ['2011-12-29', '2026-01-01', '2026-11-04']) {
      const checked = { ...ctx, now: () => unixMs(Date.parse(at)) }
      expect(await checkLedgerDays.run(checked, signal)).toMatchObject({ corrected: 0 })
    }
  })
})

/** Returns the sums that the entries themselves have in each period. */
async function expectedPeriods(
  merchant: Address,
  periods: readonly { period: number; from: number; to: number }[],
) {
  const { rows } = await ctx.db.query<Record<string, string>>(
    `select period, p.kind, account, asset, sum(units) as units, sum(usd_micros) as usd_micros
     from ledger_postings p join ledger_entries e on e.merchant = p.merchant and posting_key = key
       join unnest($2::int[], $3::bigint[], $4::bigint[]) as periods (period, start_at, end_at)
         on at between start_at and end_at
     where p.merchant = $1 and p.kind = any($5) group by 1, 2, 3, 4`,
    [
      merchant,
      periods.map(({ period }) => period),
      periods.map(({ from }) => from),
      periods.map(({ to }) => to),
      kinds,
    ],
  )
  return new Map(
    rows.map((row) => [
      [row['period'], row['kind'], row['account'], row['asset']].join(' '),
      [BigInt(row['units'] ?? 0), BigInt(row['usd_micros'] ?? 0)],
    ]),
  )
}

describe('sumByJurisdiction', () => {
  test('default: by the number of the period', async () => {
    const { wallet: merchant } = await aDeveloper(ctx)
    const at = (iso: string) => unixMs(Date.parse(iso))
    await aMark(merchant, 'a', at('2026-02-28T23:59:59.999Z'))
    await aMark(merchant, 'b', at('2026-03-01T00:00:00.000Z'))
    const periods = async (...dates: string[]) => {
      const range = { merchant, bounds: dates.map((date) => Date.parse(date)), kinds }
      const sums = await sumByJurisdiction(ctx, range)
      return sums.filter(({ account }) => account === 'manual').map(({ period }) => period)
    }
    expect(await periods('2026-02-01', '2026-03-01', '2026-04-01')).toEqual([0, 1])
    expect(await periods('2026-01-01', '2026-04-01')).toEqual([0])
    expect(await periods('2026-02-01', '2026-03-01T00:15Z')).toEqual([0])
    expect(await periods('2026-03-01T00:15Z', '2026-04-01')).toEqual([])
  })
})

describe('checkLedgerDays', () => {
  test('default: computes again what a process without daily sums has posted', async () => {
    const { wallet: merchant } = await aDeveloper(ctx)
    await aMark(merchant, 'summed')
    await sumLedgerDays.run(ctx, signal)
    await aMark(merchant, 'missed')
    await ctx.db.query('delete from ledger_unsummed where merchant = $1', [merchant])
    await aMark(merchant, 'waiting')
    expect(await checkLedgerDays.run(ctx, signal)).toMatchObject({ corrected: 1 })
    expect(await actualSums(merchant)).toEqual(await expectedSums(merchant))
    expect(await waiting(merchant)).toBe(0)
    expect(await checkLedgerDays.run(ctx, signal)).toMatchObject({ corrected: 0 })
  })

  test('behavior: removes sums without entries', { tags: 'slow' }, async () => {
    const { wallet: merchant } = await aDeveloper(ctx)
    await ctx.db.query(
      `insert into ledger_days (merchant, day, kind, account, asset, jurisdiction, postings, units, usd_micros)
       values ($1, $2, 'sale', 'sales', 'USD', '', 1, 1, 1)`,
      [merchant, today()],
    )
    expect(await checkLedgerDays.run(ctx, signal)).toMatchObject({ corrected: 1 })
    expect(await actualSums(merchant)).toEqual(new Map())
  })
})

describe('deleteSales', () => {
  test('behavior: deletes the sums of the merchant', async () => {
    const { wallet: merchant } = await aDeveloper(ctx)
    await aMark(merchant, 'summed')
    await sumLedgerDays.run(ctx, signal)
    await aMark(merchant, 'waiting')
    await ctx.db.transaction(async (tx) =>
      ledgerFeature.deleteSales?.({ ...ctx, db: tx }, merchant),
    )
    expect(await actualSums(merchant)).toEqual(new Map())
    expect(await checkLedgerDays.run(ctx, signal)).toMatchObject({ corrected: 0 })
  })
})
