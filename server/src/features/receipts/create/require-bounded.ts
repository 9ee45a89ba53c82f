import { AppError, type ErrorCode } from '../../../lib/errors.js'
import type { Bill } from '../receipt.js'

/** Ten billion: beyond it numbers on the wire come near to losing their cents. */
const maxCents = 10n ** 12n

/**
 * Makes sure that a bill is one that can be paid.
 *
 * @throws {AppError} with the given code.
 */
export function requireBounded({ totalUsdCents, totalCents }: Bill, code: ErrorCode): void {
  if (totalUsdCents <= 0n) throw new AppError(code, 'What costs nothing cannot be paid')
  const largest = totalCents !== null && totalCents > totalUsdCents ? totalCents : totalUsdCents
  if (largest > maxCents) throw new AppError(code, 'The total must be at most ten billion')
}
