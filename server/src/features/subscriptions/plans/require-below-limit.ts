import { lockMerchant } from '../../../auth/merchants/merchant-store.js'
import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { maxOfMerchant } from '../../../platform/limits/max-of.js'
import { countActivePlans } from './plan-store.js'

/**
 * Checks that the merchant may have one more active plan, not counting the plan `besides`. Locks the merchant until the
 * transaction ends, so that the check stays valid.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function requireBelowLimit(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { merchant, besides }: { merchant: Address; besides: string },
): Promise<void> {
  await lockMerchant(ctx.db, merchant)
  const maxPlans = maxOfMerchant(ctx.config, 'plans', merchant)
  if ((await countActivePlans(ctx.db, { merchant, besides })) < maxPlans) return
  throw new AppError(
    'invalid_input',
    `The limit of ${maxPlans} active plans is reached. Deactivate a plan first.`,
  )
}
