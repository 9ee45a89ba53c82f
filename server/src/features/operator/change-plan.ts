import type { OperatorPrincipal } from '../../auth/caller.js'
import type { Developers } from '../../auth/keys/developers.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import { listPlanSubscriptions, updatePlan } from '../../auth/merchants/plan-store.js'
import type { Plan } from '../../auth/plans.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { noMerchant } from './get-merchant.js'

/**
 * Sets the plan of a merchant's own subscription, which has no end. Plans that the merchant has paid for keep their time.
 * Takes effect at once in this process, within two seconds in all others. Repeating it changes nothing.
 *
 * @throws {AppError} `not_found`.
 */
export async function changePlan(
  ctx: Context,
  { by, plan, developers }: { by: OperatorPrincipal; plan: Plan; developers: Developers },
): Promise<void> {
  const { merchant } = by
  await ctx.db.transaction(async (tx) => {
    await lockMerchant(tx, merchant)
    const own = (await listPlanSubscriptions(tx, merchant)).find(
      ({ paidUntil, callsPerMinute }) => paidUntil === null && callsPerMinute === null,
    )
    if (!own) throw noMerchant()
    if (own.plan === plan) return
    await updatePlan(tx, { merchant, id: own.id, plan })
    await recordChange(
      { ...ctx, db: tx },
      {
        by,
        action: 'plan.changed',
        target: own.id,
        before: { plan: own.plan },
        after: { plan },
      },
    )
  })
  developers.forget()
}
