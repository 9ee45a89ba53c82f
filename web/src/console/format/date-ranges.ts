import { addDays, dayAt, endOfDay, isDay, startOfDay, weekdayOf } from './days.js'

export const rangeWords = ['today', 'yesterday', 'week', 'month', '30d'] as const

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
      return { first: `${today.slice(0, 8)}01`, last: today }
    case '30d':
      return { first: addDays(today, -29), last: today }
  }
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
