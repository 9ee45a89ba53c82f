import { listPlanSubscriptions, type PlanSubscription } from '../../auth/merchants/plan-store.js'
import { planAt, rankOf } from '../../auth/plans.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'

/**
 * Returns the subscription for a merchant's new keys, with the plan in force: the best plan, then
 * the oldest. Agreed terms are for the keys that the operator issued.
 */
export async function chooseSubscription(
  ctx: Pick<TxContext, 'db' | 'now'>,
  merchant: Address,
): Promise<PlanSubscription> {
  const now = ctx.now()
  const [first, ...others] = (await listPlanSubscriptions(ctx.db, merchant))
    .filter(({ callsPerMinute }) => callsPerMinute === null)
    .map((subscription) => ({ ...subscription, plan: planAt(subscription, now) }))
  if (!first) throw new Error(`${merchant} has no subscription`)
  return others.reduce((best, next) => (rankOf(next.plan) > rankOf(best.plan) ? next : best), first)
}
