import { DAY_MS, dayOf, MINUTE_MS, SECOND_MS } from './time.js'

/**
 * Since 1980 the offset of every zone is in quarters of an hour, so that its days begin with one.
 */
export const QUARTER_MS = 15 * MINUTE_MS

/** A day of a time zone, in days since 1970. Both ends are included. */
export type LocalDay = { day: number; from: number; to: number }

const maxNameLength = 64
/** Names only: newer engines also accept offsets such as +05:30, which have no rules of a place. */
const namePattern = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/

/** The current names of zones that engines still know by a former one. */
const renamedZones: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Etc/GMT': 'UTC',
  'Etc/UTC': 'UTC',
  'Europe/Kiev': 'Europe/Kyiv',
  GMT: 'UTC',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** Returns the canonical name of an IANA time zone such as `Europe/Berlin`, or null. */
export function readTimeZone(name: string): string | null {
  if (name.length > maxNameLength || !namePattern.test(name)) return null
  const zoneName = findZone(name)
  if (zoneName === null) return null
  const renamed = renamedZones[zoneName]
  return renamed !== undefined && findZone(renamed) !== null ? renamed : zoneName
}

function findZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/**
 * Returns the first millisecond of a day in a time zone. If the clock passes midnight twice, the
 * day begins with the first time. A day that the zone skipped begins with the day after it.
 */
export function startOfDay(day: number, timeZone: string): number {
  const midnight = day * DAY_MS
  if (timeZone === 'UTC') return midnight
  const [before, after] = [
    offsetAt(midnight - DAY_MS, timeZone),
    offsetAt(midnight + DAY_MS, timeZone),
  ]
  if (before === after) return midnight - before

  const change = findChange({ from: midnight - DAY_MS, to: midnight + DAY_MS, before, timeZone })
  if (midnight - before < change) return midnight - before
  return Math.max(change, midnight - after)
}

/** Returns the day of a time in a time zone, in days since 1970. */
export function localDayOf(time: number, timeZone: string): number {
  if (timeZone === 'UTC') return dayOf(time)
  const day = dayOf(time + offsetAt(time, timeZone))
  // A clock that was set back across midnight shows the former day again.
  return startOfDay(day + 1, timeZone) <= time ? day + 1 : day
}

/** Lists the days of a range in a time zone, both ends included, without those that it skipped. */
export function listLocalDays(
  { fromDay, toDay }: { fromDay: number; toDay: number },
  timeZone: string,
): LocalDay[] {
  const days: LocalDay[] = []
  let from = startOfDay(fromDay, timeZone)
  for (let day = fromDay; day <= toDay; day += 1) {
    const next = startOfDay(day + 1, timeZone)
    if (next > from) days.push({ day, from, to: next - 1 })
    from = next
  }
  return days
}

/** Returns the day of a date such as `2026-01-31`, in days since 1970, or null. */
export function parseDay(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const time = Date.parse(`${text}T00:00:00.000Z`)
  const isDate = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  return isDate && time >= 0 ? dayOf(time) : null
}

/** Returns the first time after `from` with another offset than `before`. There is one change. */
function findChange(input: { from: number; to: number; before: number; timeZone: string }): number {
  let { from, to } = input
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2)
    if (offsetAt(middle, input.timeZone) === input.before) from = middle
    else to = middle
  }
  return to
}

/** Returns how far the clock of a time zone is ahead of UTC, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const [month = 0, date = 0, year = 0, hours = 0, minutes = 0, seconds = 0] =
    formatOf(timeZone).format(time).match(/\d+/g)?.map(Number) ?? []
  const shown = Date.UTC(year, month - 1, date, hours, minutes, seconds)
  return shown - Math.floor(time / SECOND_MS) * SECOND_MS
}

/** Creating a format takes as long as a thousand uses of it. There are a few hundred zones. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? createFormat(timeZone)
  formats.set(timeZone, format)
  return format
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}
