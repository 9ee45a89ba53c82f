import { AppError } from '../../../lib/errors.js'

/** The stable reasons why a permission is refused. */
export type PermissionProblem =
  | 'malformed'
  | 'wrong_account'
  | 'wrong_spender'
  | 'wrong_token'
  | 'wrong_allowance'
  | 'wrong_period'
  | 'wrong_start'
  | 'wrong_end'
  | 'wrong_extra_data'
  | 'wrong_signature'
  | 'revoked'
  | 'already_used'

/** Returns the error for a permission that cannot be charged. The body has the reason. */
export function invalidPermission(reason: PermissionProblem, message: string): AppError {
  return new AppError('invalid_permission', message, { fields: { reason } })
}
