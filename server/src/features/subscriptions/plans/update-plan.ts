import { isDeepStrictEqual } from 'node:util'
import type { Author } from '../../../auth/caller.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { isStale, staleRevision } from '../../../platform/http/revisions.js'
import { recordChange } from '../../audit/record-change.js'
import { watchSpender } from '../../payments/index/charges/observed-charges.js'
import { type BillingPlan, type BillingPlanVersion, describePlan } from './plan.js'
import {
  noPlan,
  type PlanFields,
  readPlanFields,
  requireBelowLimit,
  requireOwnPlan,
} from './plan-rules.js'
import { lockPlan, updatePlan as updateRow } from './plan-store.js'
import { buildVersion, getPayoutTerms, hasPayout } from './plan-terms.js'
import { replaceVersion } from './plan-version-store.js'

/**
 * Updates the given fields of a plan. A new price or period applies to new subscriptions only.
 *
 * @throws {AppError} `not_found`, `forbidden`, `invalid_input`, `conflict`, `chain_unavailable`,
 *   `platform_recipient_not_configured`.
 */
export async function updatePlan(
  ctx: Context,
  {
    by,
    planId,
    fields: input,
    expectedRevision = null,
  }: { by: Author; planId: string; fields: object; expectedRevision?: number | null },
): Promise<BillingPlan> {
  const { merchant } = by
  const fields = readPlanFields(input)
  await requireOwnPlan(ctx, { merchant, planId })

  return inTransaction(ctx, async (inTx) => {
    if (fields.active) await requireBelowLimit(inTx, { merchant, exceptId: planId })
    const old = await lockPlan(inTx.db, { merchant, id: planId })
    if (!old) throw noPlan()
    if (isStale(expectedRevision, old.revision)) throw staleRevision(describePlan(old, ctx.now()))

    const changed = await applyFields(inTx, old, fields)
    if (isDeepStrictEqual(changed, old)) return old
    const plan = { ...changed, revision: old.revision + 1, updatedAt: ctx.now() }
    if (plan.version !== old.version) {
      await replaceVersion(inTx.db, plan.version)
      await watchSpender(inTx, plan.version)
    }
    await updateRow(inTx.db, plan)
    const [before, after] = [describePlan(old, ctx.now()), describePlan(plan, ctx.now())]
    await recordChange(inTx, { by, action: 'plan.changed', target: planId, before, after })
    return plan
  })
}

async function applyFields(
  ctx: TxContext,
  old: BillingPlan,
  fields: PlanFields,
): Promise<BillingPlan> {
  const isActive = fields.active ?? old.isActive
  return {
    ...old,
    name: fields.name ?? old.name,
    description: fields.description ?? old.description,
    trialDays: fields.trialDays ?? old.trialDays,
    graceDays: fields.graceDays ?? old.graceDays,
    isActive,
    version: await chooseVersion(ctx, { old, fields, isActive }),
  }
}

/** Returns a new version when price, period, or the payout of an active plan have changed. */
async function chooseVersion(
  ctx: TxContext,
  { old, fields, isActive }: { old: BillingPlan; fields: PlanFields; isActive: boolean },
): Promise<BillingPlanVersion> {
  const { merchant, id: planId, version: current } = old
  const { priceUsd: priceCents = current.priceCents, period = current.period } = fields
  const isSamePrice = priceCents === current.priceCents && period === current.period
  // Deactivating a plan must also work when its payout is no longer configured.
  if (isSamePrice && !isActive) return current
  const payout = await getPayoutTerms(ctx, merchant)
  if (isSamePrice && hasPayout(current, payout)) return current
  const ref = { merchant, planId, version: current.version + 1 }
  return buildVersion(ctx, { ref, payout, priceCents, period, now: ctx.now() })
}
