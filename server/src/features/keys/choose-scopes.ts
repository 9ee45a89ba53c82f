import { type Plan, plans } from '../../auth/plans.js'
import type { Scope } from '../../auth/scopes.js'
import { AppError } from '../../lib/errors.js'

/**
 * The scopes a new key gets: those asked for, or else all that the plan includes.
 *
 * @throws {AppError} `forbidden` when the plan does not include one of them.
 */
export function chooseScopes(plan: Plan, wanted: readonly Scope[] | undefined): readonly Scope[] {
  const included: readonly Scope[] = plans[plan].scopes
  if (wanted === undefined) return included

  const missing = wanted.find((scope) => !included.includes(scope))
  if (missing) {
    throw new AppError('forbidden', `The plan ${plan} does not include the scope ${missing}`, {
      fields: { requiredScope: missing },
    })
  }
  return included.filter((scope) => wanted.includes(scope))
}
