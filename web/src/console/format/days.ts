const dayMs = 86_400_000

const pattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Returns the day of a key such as "2026-11-12", as noon in UTC, or null. */
function noonOf(day: string): number | null {
  const [, year, month, date] = pattern.exec(day) ?? []
  if (!year || !month || !date) return null
  const noon = Date.UTC(Number(year), Number(month) - 1, Number(date), 12)
  return keyOf(noon) === day ? noon : null
}

function keyOf(noon: number): string {
  return new Date(noon).toISOString().slice(0, 10)
}

/** Returns whether a text is a day of the calendar, such as "2026-11-12". */
export function isDay(text: string): boolean {
  return noonOf(text) !== null
}

/** Returns the day so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  const noon = noonOf(day)
  return noon === null ? day : keyOf(noon + days * dayMs)
}

/** Returns the weekday: 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: string): number {
  const noon = noonOf(day) ?? 0
  return new Date(noon).getUTCDay() || 7
}

/** Returns the first moment of a day in a time zone, which may follow a clock change. */
export function startOfDay(day: string, timeZone: string): number {
  const noon = noonOf(day)
  if (noon === null) return Number.NaN
  const midnight = noon - dayMs / 2
  // The offset may change between the guess and the midnight that it gives.
  const guess = midnight - offsetAt(midnight, timeZone)
  const start = midnight - offsetAt(guess, timeZone)
  return dayAt(start, timeZone) === day ? start : guess
}

/** Returns the last millisecond of a day in a time zone. */
export function endOfDay(day: string, timeZone: string): number {
  return startOfDay(addDays(day, 1), timeZone) - 1
}

/** Returns the calendar day of a moment in a time zone. */
export function dayAt(unixMs: number, timeZone: string): string {
  return keyOf(Math.floor((unixMs + offsetAt(unixMs, timeZone)) / dayMs) * dayMs + dayMs / 2)
}

const zones = new Map<string, Intl.DateTimeFormat>()

/** Returns how far the local time of a zone is ahead of UTC, in ms. */
function offsetAt(unixMs: number, timeZone: string): number {
  let format = zones.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    zones.set(timeZone, format)
  }
  const parts = new Map(
    format.formatToParts(unixMs).map(({ type, value }) => [type, Number(value)]),
  )
  const of = (type: string) => parts.get(type as Intl.DateTimeFormatPartTypes) ?? 0
  const local = Date.UTC(
    of('year'),
    of('month') - 1,
    of('day'),
    of('hour'),
    of('minute'),
    of('second'),
  )
  return local - Math.floor(unixMs / 1_000) * 1_000
}
