import { AppError } from '../../lib/errors.js'

/**
 * Reads one of several words from a query parameter. Returns null when it is absent, or empty as forms send it.
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
  throw new AppError('invalid_input', `${name} must be one of ${choices.join(', ')}.`)
}
