import type { Author } from '../../../auth/caller.js'
import { lockMerchant } from '../../../auth/merchants/merchant-store.js'
import type { Address } from '../../../lib/hex.js'
import { findToken } from '../../../platform/chain/tokens.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import { watchSpender } from '../../payments/index/charges/observed-charges.js'
import { type BillingPlan, describePlan } from './plan.js'
import { type PlanFields, readPlanFields, requireBelowLimit } from './plan-rules.js'
import { findPlan, insertPlan } from './plan-store.js'
import { buildVersion, getPayoutTerms } from './plan-terms.js'
import type { CreateBillingPlanBody } from './schemas.js'

const defaultGraceDays = 7

/**
 * Creates a plan that customers can subscribe to. A repeated request passes the same id and gets
 * the same plan.
 *
 * @throws {AppError} `invalid_input` for an invalid field or too many plans, `chain_unavailable`,
 *   `platform_recipient_not_configured`.
 */
export async function createPlan(
  ctx: Context,
  { by, id, body }: { by: Author; id: string; body: CreateBillingPlanBody },
): Promise<BillingPlan> {
  const { merchant } = by
  const fields = readPlanFields(body)

  return inTransaction(ctx, async (inTx) => {
    await requireBelowLimit(inTx, { merchant, exceptId: id })
    const existing = await findPlan(inTx.db, id)
    if (existing) return existing

    const plan = await newPlan(inTx, { merchant, id, fields })
    await insertPlan(inTx.db, plan)
    await watchSpender(inTx, plan.version)
    const after = describePlan(plan, plan.createdAt)
    await recordChange(inTx, { by, action: 'plan.created', target: id, before: null, after })
    return plan
  })
}

/**
 * Returns a new plan with its first version.
 *
 * @throws {AppError} `chain_unavailable`, `platform_recipient_not_configured`.
 */
async function newPlan(
  ctx: TxContext,
  { merchant, id, fields }: { merchant: Address; id: string; fields: PlanFields },
): Promise<BillingPlan> {
  const { name, priceUsd: priceCents, period } = fields
  if (name === undefined || priceCents === undefined || period === undefined) {
    throw new Error('the schema requires these fields')
  }
  const now = ctx.now()
  const payout = await getPayoutTerms(ctx, merchant)
  const ref = { merchant, planId: id, version: 1 }
  return {
    merchant,
    id,
    name,
    description: fields.description ?? '',
    trialDays: fields.trialDays ?? 0,
    graceDays: fields.graceDays ?? defaultGraceDays,
    isActive: true,
    version: await buildVersion(ctx, { ref, payout, priceCents, period, now }),
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
}

/**
 * Creates a plan unless it exists, and returns its id, or null on a chain without USDC. Keeps later
 * changes. It is not recorded in the audit log, because no person made the change.
 *
 * @throws {AppError} `invalid_input`, `platform_recipient_not_configured`.
 */
export async function seedPlan(
  ctx: Context,
  { merchant, id, fields: input }: { merchant: Address; id: string; fields: object },
): Promise<string | null> {
  if (!findToken(ctx.config.chainId, 'USDC')) return null
  const fields = readPlanFields(input)

  return inTransaction(ctx, async (inTx) => {
    await lockMerchant(inTx.db, merchant)
    if (await findPlan(inTx.db, id)) return id
    const plan = await newPlan(inTx, { merchant, id, fields })
    await insertPlan(inTx.db, plan)
    await watchSpender(inTx, plan.version)
    return id
  })
}
