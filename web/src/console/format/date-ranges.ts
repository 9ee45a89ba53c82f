import { addDays, dayAt, endOfDay, isDay, startOfDay, weekdayOf } from './days.js'

export const rangeWords = [
  'today',
  'yesterday',
  'week',
  'month',
  'last_month',
  'quarter',
  'last_quarter',
  'year',
  '30d',
] as const

export type RangeWord = (typeof rangeWords)[number]

/** First and last day of a range, both included. */
export type DayRange = { first: string; last: string }

/** Returns the days that a word stands for now, in the time zone of the shop. */
export function rangeOfWord(word: RangeWord, now: number, timeZone: string): DayRange {
  const today = dayAt(now, timeZone)
  switch (word) {
    case 'today':
      return { first: today, last: today }
    case 'yesterday':
      return { first: addDays(today, -1), last: addDays(today, -1) }
    case 'week':
      return { first: addDays(today, 1 - weekdayOf(today)), last: today }
    case 'month':
      return { first: startOfMonth(today, 0), last: today }
    case 'last_month':
      return { first: startOfMonth(today, -1), last: addDays(startOfMonth(today, 0), -1) }
    case 'quarter':
      return { first: startOfMonth(today, -monthOfQuarter(today)), last: today }
    case 'last_quarter': {
      const months = -monthOfQuarter(today)
      return {
        first: startOfMonth(today, months - 3),
        last: addDays(startOfMonth(today, months), -1),
      }
    }
    case 'year':
      return { first: `${today.slice(0, 4)}-01-01`, last: today }
    case '30d':
      return { first: addDays(today, -29), last: today }
  }
}

/** Returns the first day of the month so many months after that of a day. */
export function startOfMonth(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** Returns 0 for the first month of a quarter, 2 for the last. */
function monthOfQuarter(day: string): number {
  return (Number(day.slice(5, 7)) - 1) % 3
}

/** The value of a range in a URL: a word, two days such as "2026-11-01..2026-11-12", or null. */
export type RangeValue = RangeWord | `${string}..${string}` | null

/** Reads a range from a URL. An invalid one counts as none. */
export function readRange(text: string | null): RangeValue {
  const word = rangeWords.find((candidate) => candidate === text)
  if (word) return word
  const [first = '', last = ''] = text?.split('..') ?? []
  return isDay(first) && isDay(last) && first <= last ? `${first}..${last}` : null
}

/** Returns the days of a range. */
export function daysOfRange(
  value: Exclude<RangeValue, null>,
  now: number,
  timeZone: string,
): DayRange {
  const word = rangeWords.find((candidate) => candidate === value)
  if (word) return rangeOfWord(word, now, timeZone)
  const [first = '', last = ''] = value.split('..')
  return { first, last }
}

/** Returns a range as the API takes it: Unix ms, both included. */
export function timesOfRange(
  value: RangeValue,
  now: number,
  timeZone: string,
): { from?: number; to?: number } {
  if (value === null) return {}
  const { first, last } = daysOfRange(value, now, timeZone)
  return { from: startOfDay(first, timeZone), to: endOfDay(last, timeZone) }
}
