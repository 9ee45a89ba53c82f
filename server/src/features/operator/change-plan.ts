import type { OperatorPrincipal } from '../../auth/caller.js'
import type { Developers } from '../../auth/keys/developers.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import { listPlanSubscriptions, updatePlan } from '../../auth/merchants/plan-store.js'
import type { Plan } from '../../auth/plans.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { noMerchant } from './get-merchant.js'

/**
 * Sets the plan of a merchant's subscriptions that have no end. Plans that the merchant has paid for keep their time. Takes effect
 * at once in this process, within two seconds in all others. Repeating it changes nothing.
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
    const endless = (await listPlanSubscriptions(tx, merchant)).filter(
      ({ paidUntil }) => paidUntil === null,
    )
    if (endless.length === 0) throw noMerchant()
    for (const { id, plan: former } of endless) {
      if (former === plan) continue
      await updatePlan(tx, { merchant, id, plan })
      const change = { target: id, before: { plan: former }, after: { plan } }
      await recordChange({ ...ctx, db: tx }, { by, action: 'plan.changed', ...change })
    }
  })
  developers.forget(merchant)
}
