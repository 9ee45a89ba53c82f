import { createHash } from 'node:crypto'
import { type Plan, plans } from '../../../auth/plans.js'
import { AppError } from '../../../lib/errors.js'
import { isFields } from '../../../lib/fields/read-fields.js'

export const subscribeRoute = '/api/x402/subscribe'

/**
 * Reads the plan that a request wants.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readPlan(body: unknown): Plan {
  const planKey = isFields(body) ? body['planKey'] : null
  if (typeof planKey === 'string' && Object.hasOwn(plans, planKey)) return planKey as Plan
  throw new AppError('invalid_input', `planKey must be one of ${Object.keys(plans).join(', ')}.`)
}

/** Returns a hash of the request, which every request for the same plan has. */
export function fingerprintOf(plan: Plan): Buffer {
  return createHash('sha256').update(`${subscribeRoute}\n${plan}`).digest()
}
