import { findSuspension } from '../../../auth/merchants/suspension-store.js'
import type { Address } from '../../../lib/hex.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { watchSpender } from '../../payments/index/charges/observed-charges.js'
import type { BillingPlan } from './plan.js'
import { listActivePlans, lockPlan } from './plan-store.js'
import { buildVersion, getPayoutTerms, hasPayout } from './plan-terms.js'
import { replaceVersion } from './plan-version-store.js'

/**
 * Lists a merchant's active plans, oldest first. A plan whose payout has changed, for example with
 * a new split, gets a new version before it is shown, because customers sign for the spender of a
 * version. While the merchant is suspended, only its own key sees them.
 *
 * @throws {AppError} `chain_unavailable`, `platform_recipient_not_configured`.
 */
export async function listPlans(
  ctx: Context,
  { merchant, isOwn }: { merchant: Address; isOwn: boolean },
): Promise<BillingPlan[]> {
  const plans = await listActivePlans(ctx.db, merchant)
  if (plans.length === 0) return []
  if (await findSuspension(ctx.db, merchant)) return isOwn ? plans : []
  const payout = await getPayoutTerms(ctx, merchant)
  if (plans.every(({ version }) => hasPayout(version, payout))) return plans

  await inTransaction(ctx, async (inTx) => {
    for (const { id } of plans) {
      const plan = await lockPlan(inTx.db, { merchant, id })
      // Read after the lock, because another request may have changed both.
      const latest = await getPayoutTerms(inTx, merchant)
      if (!plan || hasPayout(plan.version, latest)) continue
      const { priceCents, period, version } = plan.version
      const ref = { merchant, planId: id, version: version + 1 }
      const terms = { ref, payout: latest, priceCents, period, now: ctx.now() }
      const next = await buildVersion(ctx, terms)
      await replaceVersion(inTx.db, next)
      await watchSpender(inTx, next)
    }
  })
  return listActivePlans(ctx.db, merchant)
}

/** Reads what `listPlans` reads, for outages. */
export async function rememberPlans(ctx: TxContext, merchant: Address): Promise<void> {
  const plans = await listActivePlans(ctx.db, merchant)
  if (plans.length === 0) return
  await findSuspension(ctx.db, merchant)
  await getPayoutTerms(ctx, merchant)
}
