import type { TableEntry } from '../parts/table/table-entry.js'
import { addDays, dayAt, startOfDay } from './days.js'

type DayRowsInput<Row> = {
  rows: readonly Row[]
  keyOf(row: Row): string
  timeOf(row: Row): number
  timeZone: string
  /** Describes a day with its rows, such as "31 receipts" and their sum. */
  headOf(
    day: string,
    rows: readonly Row[],
  ): Omit<Extract<TableEntry<Row>, { kind: 'day' }>, 'kind' | 'key'>
}

/** Puts a line above the rows of each day. The rows come in the order of their times. */
export function groupByDay<Row>(input: DayRowsInput<Row>): TableEntry<Row>[] {
  const { rows, keyOf, timeOf, timeZone, headOf } = input
  const days: { day: string; from: number; to: number; rows: Row[] }[] = []
  for (const row of rows) {
    const time = timeOf(row)
    const latest = days.at(-1)
    // Reading the day of a time takes far longer than the rest.
    if (latest && latest.from <= time && time < latest.to) latest.rows.push(row)
    else days.push({ ...boundsOfDay(dayAt(time, timeZone), timeZone), rows: [row] })
  }
  return days.flatMap(({ day, rows: ofDay }) => [
    { kind: 'day' as const, key: `day ${day}`, ...headOf(day, ofDay) },
    ...ofDay.map((row) => ({ kind: 'row' as const, key: keyOf(row), row })),
  ])
}

function boundsOfDay(day: string, timeZone: string) {
  return { day, from: startOfDay(day, timeZone), to: startOfDay(addDays(day, 1), timeZone) }
}

/** Returns whether a day is today or yesterday, or null for others. */
export function nearDay(day: string, now: number, timeZone: string): 'today' | 'yesterday' | null {
  const today = dayAt(now, timeZone)
  if (day === today) return 'today'
  return day === addDays(today, -1) ? 'yesterday' : null
}
