import { AppError } from '../../lib/errors.js'

/** Returns the error for a cursor that no page has returned. */
export function invalidCursor(): AppError {
  return new AppError(
    'invalid_input',
    'cursor is invalid. Pass the nextCursor of the previous page.',
  )
}
