import type { TableEntry } from '../parts/table/table-entry.js'
import { addDays, dayAt, startOfDay } from './days.js'

type DayRowsInput<Row> = {
  keyOf(row: Row): string
  timeOf(row: Row): number
  timeZone: string
}

type Day<Row> = {
  day: string
  from: number
  to: number
  rows: Row[]
  entries: Extract<TableEntry<Row>, { kind: 'row' }>[]
}

/** Describes a day with its rows, such as "31 receipts" and their sum. */
type HeadOf<Row> = (
  day: string,
  rows: readonly Row[],
) => Omit<Extract<TableEntry<Row>, { kind: 'day' }>, 'kind' | 'key'>

/**
 * Returns a function that puts a line above the rows of each day. The rows come in the order of
 * their times. When rows have been added below those of the call before, only they are grouped.
 */
export function createDayRows<Row>({ keyOf, timeOf, timeZone }: DayRowsInput<Row>) {
  let known: readonly Row[] = []
  let days: Day<Row>[] = []
  return (rows: readonly Row[], headOf: HeadOf<Row>): TableEntry<Row>[] => {
    if (!known.every((row, index) => row === rows[index])) {
      known = []
      days = []
    }
    for (const row of rows.slice(known.length)) {
      const time = timeOf(row)
      let latest = days.at(-1)
      // Reading the day of a time takes far longer than the rest.
      if (!latest || time < latest.from || latest.to <= time) {
        latest = { ...boundsOfDay(dayAt(time, timeZone), timeZone), rows: [], entries: [] }
        days.push(latest)
      }
      latest.rows.push(row)
      latest.entries.push({ kind: 'row', key: keyOf(row), row })
    }
    known = rows
    return days.flatMap(({ day, rows: ofDay, entries }) => [
      { kind: 'day' as const, key: `day ${day}`, ...headOf(day, ofDay) },
      ...entries,
    ])
  }
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
