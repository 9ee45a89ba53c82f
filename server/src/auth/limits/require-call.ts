import type { LimitKeys, LimitName } from '../../platform/limits/limits.js'
import { callsExceeded, takeCall } from './take-call.js'

/** The budgets that limited calls are taken from. */
export type Counting = Parameters<typeof takeCall>[0]

/**
 * Takes one call from the budget of every owner that the limit counts by.
 *
 * @throws {AppError} `rate_limited`.
 */
export async function requireCall(
  counting: Counting,
  limit: LimitName,
  keys: LimitKeys,
): Promise<void> {
  const taken = await takeCall(counting, limit, keys)
  if (taken.budget.isExceeded) throw callsExceeded(taken)
}
