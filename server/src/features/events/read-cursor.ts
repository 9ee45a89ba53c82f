import { AppError } from '../../lib/errors.js'

/**
 * Parses the number of the event to continue after, or `null` when it is absent.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readCursor(name: string, text = ''): number | null {
  if (text === '') return null
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new AppError(
    'invalid_input',
    `${name} is invalid. Pass a nextCursor or the id of a streamed event.`,
  )
}
