import type { Principal } from '../../auth/caller.js'
import type { Role } from '../../auth/roles.js'
import { AppError } from '../../lib/errors.js'

/**
 * Checks that the caller may grant, change or remove these roles. The owner changes only by
 * transfer or recovery, and only the owner may manage admins.
 *
 * @throws {AppError} `forbidden`.
 */
export function requireRank(by: Pick<Principal, 'role'>, touched: readonly Role[]): void {
  if (touched.includes('owner')) {
    throw new AppError(
      'forbidden',
      'The owner cannot be changed here. Transfer the merchant with POST /api/owner/transfer.',
    )
  }
  if (touched.includes('admin') && by.role !== 'owner') {
    throw new AppError('forbidden', 'Only the owner can manage admins.')
  }
}
