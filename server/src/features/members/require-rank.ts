import type { Principal } from '../../auth/caller.js'
import type { Role } from '../../auth/roles.js'
import { AppError } from '../../lib/errors.js'

/**
 * Makes sure that somebody may give, change or take these roles. The owner is the wallet the merchant is known
 * by and stays; only the owner decides who is admin.
 *
 * @throws {AppError} `forbidden`.
 */
export function requireRank(by: Pick<Principal, 'role'>, touched: readonly Role[]): void {
  if (touched.includes('owner')) {
    throw new AppError('forbidden', 'The owner of a merchant is its wallet and cannot be changed')
  }
  if (touched.includes('admin') && by.role !== 'owner') {
    throw new AppError('forbidden', 'Only the owner decides who is admin')
  }
}
