import { type DayRange, daysOfRange, type RangeValue, readRange } from '../format/date-ranges.js'
import { addDays } from '../format/days.js'

export const comparisons = ['before', 'year', 'none'] as const

type Comparison = (typeof comparisons)[number]

/** The choice in the address: the days of a report, and those to compare them with. */
export type Period = {
  range: Exclude<RangeValue, null>
  comparison: Comparison
  days: DayRange
  before: DayRange | null
}

/** Reads the period of an address. Without one it is the last 30 days, against the 30 before. */
export function readPeriod(
  search: string,
  { now, timeZone }: { now: number; timeZone: string },
): Period {
  const values = new URLSearchParams(search)
  const range = readRange(values.get('range')) ?? '30d'
  const comparison = comparisons.find((name) => name === values.get('compare')) ?? 'before'
  const days = daysOfRange(range, now, timeZone)
  return { range, comparison, days, before: daysBefore(days, comparison) }
}

function daysBefore(days: DayRange, comparison: Comparison): DayRange | null {
  const { first, last } = days
  if (comparison === 'none') return null
  if (comparison === 'year') return { first: yearBefore(first), last: yearBefore(last) }
  return { first: addDays(first, -countDays(days)), last: addDays(first, -1) }
}

/** Returns the same day a year before; the last of February where there was no 29th. */
function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0')
  return `${year}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`
}

/** Returns how many days a range has. */
export function countDays({ first, last }: DayRange): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1
}

/** Splits a range into parts of at most so many days, in their order. */
export function splitDays({ first, last }: DayRange, max: number): DayRange[] {
  const parts: DayRange[] = []
  for (let start = first; start <= last; start = addDays(start, max)) {
    const end = addDays(start, max - 1)
    parts.push({ first: start, last: end < last ? end : last })
  }
  return parts
}

/** Returns the days of a period of the tax report, such as 2026-01-31, 2026-01 or 2026-Q1. */
export function daysOfPeriod(period: string, { first, last }: DayRange): DayRange {
  const [, year = '', part = ''] = /^(\d{4})-(Q?\d+)$/.exec(period) ?? []
  const quarter = /^Q(\d)$/.exec(part)?.[1]
  const month = quarter ? Number(quarter) * 3 - 2 : Number(part)
  const start = year ? `${year}-${String(month).padStart(2, '0')}-01` : period
  const months = quarter ? 3 : 1
  const end = year
    ? new Date(Date.UTC(Number(year), month - 1 + months, 0)).toISOString().slice(0, 10)
    : period
  return { first: start > first ? start : first, last: end < last ? end : last }
}

/** Returns the address of the receipts that a figure counts. Reports count archived ones too. */
export function receiptsOf(
  { first, last }: DayRange,
  timeZone: string,
  filter: Readonly<Record<string, string>>,
): string {
  const days = { fromDay: first, toDay: last, timeZone, archived: 'all' }
  return `/receipts?${new URLSearchParams({ ...filter, ...days })}`
}
