import { AppError } from '../../lib/errors.js'

/**
 * Requires that the range of a report has at most `most` entries.
 *
 * @throws {AppError} `invalid_input`.
 */
export function requireAtMost(most: number, { count, of }: { count: number; of: string }): void {
  if (count <= most) return
  throw new AppError('invalid_input', `The range has more than ${most} ${of}. Shorten the range.`)
}
