import type { ConsoleFormats } from '../format/console-formats.js'
import type { Sums } from './receipt.js'

/** Returns sums with their codes, such as "6,904.12 USD". */
export function formatSums(sums: Sums, format: ConsoleFormats): string[] {
  return [...sums].map(([currency, cents]) => format.moneyWithCode(cents / 100, currency))
}
