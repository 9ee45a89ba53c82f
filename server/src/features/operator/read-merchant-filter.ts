import { type Plan, plans } from '../../auth/plans.js'
import { AppError } from '../../lib/errors.js'
import { type MerchantFilter, merchantStatuses } from './merchant-store.js'
import type { MerchantQuery } from './schemas.js'

const planNames = Object.keys(plans) as Plan[]

/**
 * Reads the filter of a list of merchants. Empty fields count as absent, because forms send them.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readMerchantFilter({ q, status, plan }: MerchantQuery): MerchantFilter {
  return {
    text: q?.trim() || null,
    status: readOneOf('status', status, merchantStatuses),
    plan: readOneOf('plan', plan, planNames),
  }
}

function readOneOf<Value extends string>(
  name: string,
  text: string | undefined,
  values: readonly Value[],
): Value | null {
  if (text === undefined || text === '') return null
  const value = values.find((known) => known === text)
  if (value) return value
  throw new AppError('invalid_input', `${name} must be one of ${values.join(', ')}.`)
}
