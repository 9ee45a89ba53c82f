import { AppError } from '../../lib/errors.js'

/**
 * Reads a number of days from a query parameter.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readDays(
  name: string,
  text: string | undefined,
  { max, fallback }: { max: number; fallback: number },
): number {
  if (text === undefined || text === '') return fallback
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (days >= 1 && days <= max) return days
  throw new AppError('invalid_input', `${name} must be a whole number from 1 to ${max}.`)
}
