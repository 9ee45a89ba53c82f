import { type Plan, plans } from '../../auth/plans.js'
import { readChoice } from '../../platform/http/read-query.js'
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
    status: readChoice('status', status, merchantStatuses),
    plan: readChoice('plan', plan, planNames),
  }
}
