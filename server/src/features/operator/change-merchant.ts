import type { OperatorPrincipal } from '../../auth/caller.js'
import type { Developers } from '../../auth/keys/developers.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import { listPlanSubscriptions, updatePlan } from '../../auth/merchants/plan-store.js'
import {
  findSuspension,
  type Suspension,
  updateSuspension,
} from '../../auth/merchants/suspension-store.js'
import type { Plan } from '../../auth/plans.js'
import { type Context, inTransaction } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { refreshListing } from '../shop/list-shops.js'
import { noMerchant } from './get-merchant.js'
import { findMerchant } from './read-model/merchant-store.js'

type Input = { by: OperatorPrincipal; developers: Developers }

/**
 * Suspends a merchant: its keys and staff can read but not write, its shop is not listed, and its
 * subscriptions are not charged. Payments on the way still settle. Keys learn of it within two
 * seconds in other processes. Repeating it changes nothing.
 *
 * @throws {AppError} `not_found`.
 */
export function suspendMerchant(ctx: Context, input: Input & { reason: string }): Promise<void> {
  return setSuspension(ctx, { ...input, next: { at: ctx.now(), reason: input.reason } })
}

/**
 * Ends the suspension of a merchant. Its subscriptions are charged for their current period.
 * Repeating it changes nothing.
 *
 * @throws {AppError} `not_found`.
 */
export function resumeMerchant(ctx: Context, input: Input): Promise<void> {
  return setSuspension(ctx, { ...input, next: null })
}

async function setSuspension(
  ctx: Context,
  { by, developers, next }: Input & { next: Suspension | null },
): Promise<void> {
  const { merchant } = by
  await inTransaction(ctx, async (inTx) => {
    await lockMerchant(inTx.db, merchant)
    if (!(await findMerchant(inTx.db, { wallet: merchant, now: ctx.now() }))) throw noMerchant()
    const before = await findSuspension(inTx.db, merchant)
    if ((before === null) === (next === null)) return
    await updateSuspension(inTx.db, merchant, next)
    await refreshListing(inTx, merchant)
    // The charger looks at subscriptions that stayed due.
    inTx.db.afterCommit(() => ctx.wakeups.wake('subscriptions'))
    await recordChange(inTx, {
      by,
      action: next ? 'merchant.suspended' : 'merchant.resumed',
      target: merchant,
      before: before && { suspendedAt: before.at, reason: before.reason },
      after: next && { suspendedAt: next.at, reason: next.reason },
    })
  })
  developers.forget(merchant)
}

/**
 * Sets the plan of a merchant's subscriptions that have no end. Plans that the merchant has paid
 * for keep their time. Takes effect at once in this process, within two seconds in all others.
 * Repeating it changes nothing.
 *
 * @throws {AppError} `not_found`.
 */
export async function changePlan(
  ctx: Context,
  { by, plan, developers }: Input & { plan: Plan },
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
