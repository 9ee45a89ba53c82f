import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localDayOf, startOfDay } from '../../../lib/local-days.js'
import type { Currency } from '../../../lib/money.js'
import { manualUsd } from '../../../platform/chain/assets/asset-name.js'
import { type DayPosting, sumDay } from './sum-day.js'

type Bill = {
  goods: bigint
  tip: bigint
  tax: bigint
  fee: bigint
  euro: bigint | null
  isCash: boolean
}

const usdc = 'eip155:84532/0x036cbd53842c5426634e7929541ec2318f3dcf7e'
const cents = (max: number) => fc.bigInt({ min: 0n, max: BigInt(max) })
const bills = fc.record({
  goods: cents(1_000_000).map((value) => value + 1n),
  tip: cents(10_000),
  tax: cents(100_000),
  fee: cents(10_000),
  /** The rate of the receipt in percent, or null for one in dollars. */
  euro: fc.option(fc.bigInt({ min: 80n, max: 130n }), { nil: null }),
  isCash: fc.boolean(),
})

/** A day of 23, 24 or 25 hours of sales, some of them undone or refunded in part. */
const days = fc.array(
  fc.record({
    bill: bills,
    seller: fc.constantFrom('a', 'b'),
    fate: fc.constantFrom('kept', 'undone', 'refunded'),
  }),
  { maxLength: 25 },
)

function saleOf(
  { goods, tip, tax, fee, euro, isCash }: Bill,
  id: number,
  soldBy: string,
): DayPosting {
  const total = goods + tip + tax + fee
  const asset = isCash ? manualUsd : usdc
  const entry = (account: string, usdCents: bigint) => ({
    account,
    asset,
    units: usdCents,
    usdMicros: usdCents * 10_000n,
  })
  const currency: Currency = euro === null ? 'USD' : 'EUR'
  return {
    key: `sale:${id}`,
    kind: 'sale',
    at: id,
    soldBy,
    cashierName: soldBy,
    currency,
    totalCents: euro === null ? total : (total * 100n) / euro + 1n,
    totalUsdCents: total,
    tipUsdCents: tip,
    discountUsdCents: 0n,
    entries: [
      entry('customer_credit', total),
      entry('sales', -(goods + tip)),
      entry('tax:state', -tax),
      entry('processing_fee', -fee),
    ],
  }
}

const negate = (posting: DayPosting): DayPosting => ({
  ...posting,
  key: `undo:${posting.key}`,
  entries: posting.entries.map((entry) => ({
    ...entry,
    units: -entry.units,
    usdMicros: -entry.usdMicros,
  })),
})

function refundOf(sale: DayPosting): DayPosting {
  const { asset = manualUsd } = sale.entries[0] ?? {}
  const usdMicros = (sale.totalUsdCents * 10_000n) / 2n
  return {
    ...sale,
    key: `refund:${sale.key}`,
    kind: 'refund',
    entries: [{ account: 'refunds', asset, units: 0n, usdMicros }],
  }
}

describe('sumDay', () => {
  test('default: 1,000 random days in two currencies sum exactly', () => {
    fc.assert(
      fc.property(days, (entries) => {
        const sales = entries.map(({ bill, seller }, id) => saleOf(bill, id, seller))
        const postings = entries.flatMap(({ fate }, id) => {
          const sale = sales[id] as DayPosting
          if (fate === 'undone') return [sale, negate(sale)]
          return fate === 'refunded' ? [sale, refundOf(sale)] : [sale]
        })
        const sums = sumDay(postings)
        const kept = entries.flatMap(({ bill, fate }, id) =>
          fate === 'undone' ? [] : [{ bill, sale: sales[id] as DayPosting }],
        )
        const sum = (of: (entry: (typeof kept)[number]) => bigint) =>
          kept.reduce((total, entry) => total + of(entry), 0n)
        expect(sums.sales).toBe(kept.length)
        expect(sums.receivedMicros).toBe(sum(({ sale }) => sale.totalUsdCents * 10_000n))
        expect(sums.tipsMicros).toBe(sum(({ bill }) => bill.tip * 10_000n))
        expect(sums.taxes['state'] ?? 0n).toBe(sum(({ bill }) => bill.tax * 10_000n))
        expect(sums.receivedMicros).toBe(
          sums.goodsMicros + sums.tipsMicros + sums.feesMicros + (sums.taxes['state'] ?? 0n),
        )
        const received = sums.cashiers.reduce((total, entry) => total + entry.receivedMicros, 0n)
        const paid = Object.values(sums.assets).reduce(
          (total, entry) => total + entry.usdMicros,
          0n,
        )
        expect([received, paid]).toEqual([sums.receivedMicros, sums.receivedMicros])
        for (const currency of ['USD', 'EUR'] as const) {
          const cash = sum(({ bill, sale }) =>
            bill.isCash && sale.currency === currency ? sale.totalCents : 0n,
          )
          expect(sums.cash[currency]?.salesCents ?? 0n).toBe(cash)
        }
        // Two closes of the parts count the same as one of the whole.
        const half = Math.floor(postings.length / 2)
        const parts = [sumDay(postings.slice(0, half)), sumDay(postings.slice(half))]
        expect(parts.reduce((total, part) => total + part.receivedMicros, 0n)).toBe(
          sums.receivedMicros,
        )
        expect(parts.reduce((total, part) => total + part.refundedMicros, 0n)).toBe(
          sums.refundedMicros,
        )
      }),
      { numRuns: 1_000 },
    )
  })

  test('behavior: 1,000 random days around changes of the clock sum exactly', {
    tags: 'slow',
  }, () => {
    const hour = 3_600_000
    /** Both nights of two zones in which a day has 23 or 25 hours. */
    const changes = [
      ['Europe/Berlin', Date.UTC(2026, 2, 29)],
      ['Europe/Berlin', Date.UTC(2026, 9, 25)],
      ['America/New_York', Date.UTC(2026, 2, 8)],
      ['America/New_York', Date.UTC(2026, 10, 1)],
    ] as const
    const sold = fc.record({
      bill: bills,
      fate: fc.constantFrom('kept', 'undone', 'refunded'),
      at: fc.integer({ min: -24 * hour, max: 48 * hour }),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...changes),
        fc.array(sold, { maxLength: 25 }),
        ([zone, night], entries) => {
          const postings = entries.flatMap(({ bill, fate, at }, id) => {
            const sale = { ...saleOf(bill, id, 'a'), at: night + at }
            if (fate === 'undone') return [sale, negate(sale)]
            return fate === 'refunded' ? [sale, refundOf(sale)] : [sale]
          })
          const byDay = new Map<number, DayPosting[]>()
          for (const posting of postings) {
            const day = localDayOf(posting.at, zone)
            byDay.set(day, [...(byDay.get(day) ?? []), posting])
          }
          for (const [day, own] of byDay) {
            const [start, end] = [startOfDay(day, zone), startOfDay(day + 1, zone)]
            expect(own.every(({ at }) => at >= start && at < end)).toBe(true)
          }
          const whole = sumDay(postings)
          const parts = [...byDay.values()].map((own) => sumDay(own))
          const sum = (of: (sums: typeof whole) => bigint) =>
            parts.reduce((total, part) => total + of(part), 0n)
          expect(parts.reduce((total, part) => total + part.sales, 0)).toBe(whole.sales)
          expect(sum(({ receivedMicros }) => receivedMicros)).toBe(whole.receivedMicros)
          expect(sum(({ refundedMicros }) => refundedMicros)).toBe(whole.refundedMicros)
          expect(sum(({ tipsMicros }) => tipsMicros)).toBe(whole.tipsMicros)
          for (const currency of ['USD', 'EUR'] as const) {
            expect(sum(({ cash }) => cash[currency]?.salesCents ?? 0n)).toBe(
              whole.cash[currency]?.salesCents ?? 0n,
            )
          }
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
