/** Whole milliseconds since 1970 (UTC). */
export type UnixMs = number & { readonly unit: 'unix-ms' }

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
/** 24 hours. UTC has no daylight saving, so this is also one calendar day. */
export const DAY_MS = 24 * HOUR_MS

/**
 * Marks a number as a time.
 *
 * @throws {Error} when it is not a whole number, which a `bigint` column would reject later.
 */
export function unixMs(value: number): UnixMs {
  if (!Number.isSafeInteger(value))
    throw new Error(`${value} is not a whole number of milliseconds`)

  return value as UnixMs
}

/** Rounds down to the second, also before 1970. */
export function toUnixSeconds(time: UnixMs): number {
  return Math.floor(time / SECOND_MS)
}

/** Formats the time as ISO 8601 in UTC, with milliseconds. */
export function toIso(time: UnixMs): string {
  return new Date(time).toISOString()
}

/** Returns the UTC day of a time, in days since 1970. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_MS)
}

/** Writes a UTC day, in days since 1970, as a date such as `2026-01-31`. */
export function writeDay(day: number): string {
  return toIso(unixMs(day * DAY_MS)).replace(/T.*/, '')
}
