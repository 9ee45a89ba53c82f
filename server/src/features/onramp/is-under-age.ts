import type { UnixMs } from '../../lib/time.js'

/** The minimum age of a buyer who pays by card, in years. */
const minAge = 18

/**
 * Returns whether a date of birth (YYYY-MM-DD) is less than 18 years ago, by the calendar in UTC.
 * False for an invalid date, because the provider has checked it.
 */
export function isUnderAge(dateOfBirth: string, now: UnixMs): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(dateOfBirth) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const adultAt = Date.UTC(Number(year) + minAge, Number(month) - 1, Number(day))
  return now < adultAt
}
