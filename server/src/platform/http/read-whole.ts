import { AppError } from '../../lib/errors.js'

/**
 * Reads a whole number from a query parameter and clamps it to the range.
 *
 * @throws {AppError} `invalid_input` when it is not a number.
 */
export function readWhole(
  name: string,
  text: string | undefined,
  range: { min: number; max: number; fallback: number },
): number {
  if (text === undefined || text === '') return range.fallback
  if (!/^[+-]?\d+(\.\d*)?(e[+-]?\d+)?$/i.test(text)) {
    throw new AppError('invalid_input', `${name} must be a whole number`)
  }
  return Math.min(range.max, Math.max(range.min, Math.trunc(Number(text))))
}
