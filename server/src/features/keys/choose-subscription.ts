import {
  listPlanSubscriptions,
  type PlanSubscription,
} from '../../auth/merchants/merchant-store.js'
import { plans } from '../../auth/plans.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { limits } from '../../platform/limits/limits.js'

/** Returns the subscription for a merchant's new keys: the one with the most calls per minute, then the oldest. */
export async function chooseSubscription(
  ctx: TxContext,
  merchant: Address,
): Promise<PlanSubscription> {
  const [first, ...others] = await listPlanSubscriptions(ctx.db, merchant)
  if (!first) throw new Error(`${merchant} has no subscription`)
  return others.reduce((best, next) => (callsOf(next) > callsOf(best) ? next : best), first)
}

function callsOf({ plan }: PlanSubscription): number {
  return limits[plans[plan].limit].most.subscription
}
