import { type Receipt, type Sums, sumSold } from './receipt.js'

/** The totals of a day. */
export type DayFigures = { count: number; sums: Sums }

const figuresByRows = new WeakMap<readonly Receipt[], DayFigures>()

/** Returns the figures of a day, or null while more of its receipts may follow. */
export function figuresOfDay(
  ofDay: readonly Receipt[],
  { all, isComplete }: { all: readonly Receipt[]; isComplete: boolean },
): DayFigures | null {
  if (!isComplete && ofDay.at(-1) === all.at(-1)) return null
  const known = figuresByRows.get(ofDay)
  // Receipts may have been added to the day.
  if (known?.count === ofDay.length) return known
  const figures = { count: ofDay.length, sums: sumSold(ofDay) }
  figuresByRows.set(ofDay, figures)
  return figures
}
