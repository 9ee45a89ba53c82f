import { toIso, unixMs } from '../../../lib/time.js'

/**
 * Formats an amount with at least two decimals, thousands separators and a minus sign. Works on the
 * digits, so nothing is rounded. Expects no exponent, which holds from a millionth to ten trillion.
 */
export function formatAmount(value: number | string): string {
  const [whole = '', fraction = ''] = String(value).split('.')
  const grouped = whole.replace('-', '\u2212').replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${grouped}.${fraction.padEnd(2, '0')}`
}

/** Formats a time to the minute in UTC, independent of the locale. */
export function formatTime(time: number): string {
  return `${toIso(unixMs(time)).slice(0, 16).replace('T', ' ')} UTC`
}
