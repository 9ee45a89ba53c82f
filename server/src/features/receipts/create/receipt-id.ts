import { AppError } from '../../../lib/errors.js'

/** These are routes below /api/receipts. */
const reserved = ['status', 'refund', 'terminal', 'export']

/**
 * Reads the id that a caller chose for a receipt.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readReceiptId(value: unknown): string {
  const isGood = typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(value)
  if (!isGood) {
    throw new AppError(
      'invalid_input',
      'id must be 1 to 128 letters, digits, dots, colons, dashes or underscores and start with a letter or digit',
    )
  }
  if (reserved.includes(value)) {
    throw new AppError('invalid_input', `id must not be ${reserved.join(', ')}`)
  }
  return value
}
