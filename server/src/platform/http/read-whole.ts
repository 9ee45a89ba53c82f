import { AppError } from '../../lib/errors.js'

/**
 * Reads a number from a query. Lists take any number and bring it into range; only what is no number at
 * all is refused.
 *
 * @throws {AppError} `invalid_input`.
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
