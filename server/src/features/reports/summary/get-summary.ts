import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type { DaySum } from '../../ledger/day-sum.js'
import { sumByDay } from '../../ledger/sum-days.js'
import type { DaySpan } from '../read-day-query.js'
import type { Span } from '../read-report-query.js'
import { type AssetFigures, addFigures, type SalesFigures, summarizeAssets } from './figures.js'

export type Summary = Span & {
  totals: SalesFigures
  /** Every day of the range, oldest first. */
  days: (SalesFigures & { day: number })[]
  /** The asset with the highest volume first. */
  assets: AssetFigures[]
}

/** Summarizes a merchant's sales and refunds by day and by asset, from the sums of the ledger. */
export async function getSummary(
  ctx: Pick<TxContext, 'db'>,
  input: DaySpan & { merchant: Address },
): Promise<Summary> {
  const { merchant, from, to, fromDay, toDay } = input
  const sums = await sumByDay(ctx, { merchant, fromDay, toDay, kinds: ['sale', 'refund'] })
  const byDay = new Map<number, DaySum[]>()
  for (let day = fromDay; day <= toDay; day += 1) byDay.set(day, [])
  for (const sum of sums) byDay.get(sum.day)?.push(sum)
  return {
    from,
    to,
    totals: addFigures(sums),
    days: [...byDay].map(([day, daySums]) => ({ day, ...addFigures(daySums) })),
    assets: summarizeAssets(sums),
  }
}
