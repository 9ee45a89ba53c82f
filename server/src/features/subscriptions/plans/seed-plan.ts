import { lockMerchant } from '../../../auth/merchants/merchant-store.js'
import type { Address } from '../../../lib/hex.js'
import { findToken } from '../../../platform/chain/tokens.js'
import type { Context } from '../../../platform/context.js'
import { watchSpender } from '../../payments/index/charges/unexpected-charges.js'
import { newPlan } from './create-plan.js'
import { readPlanFields } from './plan-rules.js'
import { findPlan, insertPlan } from './plan-store.js'

/**
 * Creates a plan unless it exists, and returns its id, or null on a chain without USDC. Keeps later changes. It is not
 * recorded in the audit log, because no person made the change.
 *
 * @throws {AppError} `invalid_input`, `platform_recipient_not_configured`.
 */
export async function seedPlan(
  ctx: Context,
  { merchant, id, fields: given }: { merchant: Address; id: string; fields: object },
): Promise<string | null> {
  if (!findToken(ctx.config.chainId, 'USDC')) return null
  const fields = readPlanFields(given)

  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    await lockMerchant(tx, merchant)
    if (await findPlan(tx, id)) return id
    const plan = await newPlan(inTx, { merchant, id, fields })
    await insertPlan(tx, plan)
    await watchSpender(inTx, plan.version)
    return id
  })
}
