import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { describeBalances } from './describe-reserve.js'
import { defaultWindowDays, getRecommendations } from './get-recommendations.js'
import type { ReserveCache } from './reserve-cache.js'
import type { ReserveBalances } from './schemas.js'

/**
 * Returns a merchant's reserve with its targets. Returns no balances while the database is unavailable.
 *
 * @throws {AppError} `chain_unavailable` when no balances were read yet.
 */
export async function getBalances(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  { merchant, cache }: { merchant: Address; cache: ReserveCache },
): Promise<ReserveBalances> {
  try {
    const reserve = await cache.get(merchant)
    const { recommendations } = await getRecommendations(ctx, {
      merchant,
      windowDays: defaultWindowDays,
    })
    return describeBalances(reserve, recommendations)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return { balances: [], updatedAt: 0, degraded: true, reason: 'datastore_unavailable' }
  }
}
