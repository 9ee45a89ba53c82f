import { invalidInput } from './errors.js'
import { type Currency, currencies } from './money.js'

/**
 * Reads a currency code in upper or lower case. Defaults to USD.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readCurrency(value: unknown): Currency {
  if (value === undefined || value === null || value === '') return 'USD'
  const name = typeof value === 'string' && /^[a-z]{3}$/i.test(value) ? value.toUpperCase() : null
  const currency = currencies.find((candidate) => candidate === name)
  if (currency) return currency
  throw invalidInput(`currency must be one of ${currencies.join(', ')}`)
}
