import { AppError } from '../../lib/errors.js'

/**
 * Reads after which event to go on; `null` when it is not said.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readCursor(name: string, text = ''): number | null {
  if (text === '') return null
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new AppError('invalid_input', `${name} must be a nextCursor or an event's number of ours`)
}
