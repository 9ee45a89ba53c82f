import { type Receipt, type Sums, sumSold } from './receipt.js'

/** The totals of a day. */
export type DayFigures = { count: number; sums: Sums }

/** Returns the figures of a day, or null while more of its receipts may follow. */
export function figuresOfDay(
  ofDay: readonly Receipt[],
  { all, isComplete }: { all: readonly Receipt[]; isComplete: boolean },
): DayFigures | null {
  if (!isComplete && ofDay.at(-1) === all.at(-1)) return null
  return { count: ofDay.length, sums: sumSold(ofDay) }
}
