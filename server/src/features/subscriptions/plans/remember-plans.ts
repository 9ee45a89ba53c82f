import { findSuspension } from '../../../auth/merchants/suspension-store.js'
import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { listActivePlans } from './plan-store.js'
import { getPayoutTerms } from './plan-terms.js'

/** Reads what `listPlans` reads, for outages. */
export async function rememberPlans(ctx: TxContext, merchant: Address): Promise<void> {
  const plans = await listActivePlans(ctx.db, merchant)
  if (plans.length === 0) return
  await findSuspension(ctx.db, merchant)
  await getPayoutTerms(ctx, merchant)
}
