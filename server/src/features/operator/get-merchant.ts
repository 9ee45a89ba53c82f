import { listPlanSubscriptions, type PlanSubscription } from '../../auth/merchants/plan-store.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { countParts, findMerchant, type ListedMerchant } from './merchant-store.js'

export type MerchantDetails = ListedMerchant & {
  subscriptions: PlanSubscription[]
  members: number
  keys: number
  receipts: number
}

/** Counting stops here, because receipts accumulate without limit. */
const atMost = 10_000

/**
 * Returns a merchant with its plans and counts.
 *
 * @throws {AppError} `not_found`.
 */
export async function getMerchant(
  ctx: Pick<TxContext, 'db' | 'now'>,
  wallet: Address,
): Promise<MerchantDetails> {
  const now = ctx.now()
  const found = await findMerchant(ctx.db, { wallet, now })
  if (!found) throw noMerchant()
  const counts = await countParts(ctx.db, { wallet, now, atMost })
  return { ...found, ...counts, subscriptions: await listPlanSubscriptions(ctx.db, wallet) }
}

export function noMerchant(): AppError {
  return new AppError('not_found', 'No merchant has this wallet.')
}
