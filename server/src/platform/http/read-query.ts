import { type AppError, invalidInput } from '../../lib/errors.js'

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
    throw invalidInput(`${name} must be a whole number.`)
  }
  return Math.min(range.max, Math.max(range.min, Math.trunc(Number(text))))
}

/**
 * Reads one of several words from a query parameter. Returns null when it is absent, or empty as
 * forms send it.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readChoice<const Choice extends string>(
  name: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice | null {
  if (text === undefined || text === '') return null
  const chosen = choices.find((choice) => choice === text)
  if (chosen) return chosen
  throw invalidInput(`${name} must be one of ${choices.join(', ')}.`)
}

/** Returns the error for a cursor that no page has returned. */
export function invalidCursor(): AppError {
  return invalidInput('cursor is invalid. Pass the nextCursor of the previous page.')
}
