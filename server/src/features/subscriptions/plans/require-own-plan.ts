import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { findPlan } from './plan-store.js'

/**
 * Requires that a plan exists and belongs to the merchant.
 *
 * @throws {AppError} `not_found`, `forbidden`.
 */
export async function requireOwnPlan(
  ctx: Pick<TxContext, 'db'>,
  { merchant, planId }: { merchant: Address; planId: string },
): Promise<void> {
  const plan = await findPlan(ctx.db, planId)
  if (!plan) throw noPlan()
  if (plan.merchant !== merchant) {
    throw new AppError(
      'forbidden',
      'This plan belongs to another merchant. Use a key of that merchant.',
    )
  }
}

export function noPlan(): AppError {
  return new AppError('not_found', 'No plan with this id exists.')
}
