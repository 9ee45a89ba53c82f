import { AppError } from '../../lib/errors.js'

const maxLength = 255

/**
 * Returns the Idempotency-Key of a request, or null.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readIdempotencyKey(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && key !== '' && key.length <= maxLength) return key
  throw new AppError('invalid_input', `The Idempotency-Key must have 1 to ${maxLength} characters.`)
}
