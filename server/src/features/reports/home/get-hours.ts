import type { Address } from '../../../lib/hex.js'
import { QUARTER_MS } from '../../../lib/local-days.js'
import type { Micros } from '../../../lib/money.js'
import { HOUR_MS } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { sumByPeriod } from '../../ledger/sum-days.js'
import { countReversed } from '../read-model/home-store.js'
import type { Span } from '../read-report-query.js'
import { addFigures } from '../summary/figures.js'

/** A part of a day, and what was sold in it. */
export type PartOfDay = Span & { sales: { count: number; amount: Micros } }

/** The hours of a day. `soFar` ends at the time of day that the last quarter of an hour began. */
export type Hours = { hours: PartOfDay[]; soFar: PartOfDay | null }

/**
 * Returns the sales of the hours of a day. The ledger has sums by quarter of an hour, so `soFar`
 * covers whole quarters. It is null while there is none, and without `elapsedMs`.
 */
export async function getHours(
  ctx: Pick<TxContext, 'db'>,
  { merchant, day, elapsedMs }: { merchant: Address; day: Span; elapsedMs: number | null },
): Promise<Hours> {
  const end = day.to + 1
  const hourStarts: number[] = []
  for (let start = day.from; start < end; start += HOUR_MS) hourStarts.push(start)
  if (hourStarts.length === 0) return { hours: [], soFar: null }
  const cut = elapsedMs === null ? day.from : Math.min(quarterOf(day.from + elapsedMs), end)
  const bounds = [...new Set([...hourStarts, cut, end])].sort((a, b) => a - b)

  const hours = hourStarts.map((from) => ({ from, to: Math.min(from + HOUR_MS, end) - 1 }))
  const spans = [...hours, ...(cut > day.from ? [{ from: day.from, to: cut - 1 }] : [])]
  const [sums, reversed] = await Promise.all([
    sumByPeriod(ctx, { merchant, bounds, kinds: ['sale'] }),
    countReversed(ctx.db, { merchant, bounds, spans }),
  ])
  const parts = spans.map((span, place): PartOfDay => {
    const { orders, volume } = addFigures(
      sums.filter(({ period }) => {
        const start = bounds[period] ?? 0
        return span.from <= start && start <= span.to
      }),
    )
    const { sales = 0 } = reversed[bounds.length - 1 + place] ?? {}
    return { ...span, sales: { count: orders + sales, amount: volume } }
  })
  return { hours: parts.slice(0, hours.length), soFar: parts[hours.length] ?? null }
}

/** Returns when the quarter of an hour of a time began. */
function quarterOf(time: number): number {
  return Math.floor(time / QUARTER_MS) * QUARTER_MS
}
