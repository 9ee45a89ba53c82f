import { AppError, type ErrorCode } from '../../../lib/errors.js'
import type { Bill } from '../receipt.js'

/** Ten billion. Well above it, JSON numbers lose cents. */
const maxCents = 10n ** 12n

/**
 * Requires a total above zero and at most ten billion.
 *
 * @throws {AppError} with the given code.
 */
export function requireBounded({ totalUsdCents, totalCents }: Bill, code: ErrorCode): void {
  if (totalUsdCents <= 0n) throw new AppError(code, 'The total must be greater than zero.')
  const largest = totalCents !== null && totalCents > totalUsdCents ? totalCents : totalUsdCents
  if (largest > maxCents) throw new AppError(code, 'The total must be at most 10,000,000,000.')
}
