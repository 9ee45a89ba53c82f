import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { SECOND_MS } from '../../lib/time.js'
import { isChainUnavailable } from '../../platform/chain/read-chain.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { describeBalances } from './describe-reserve.js'
import { defaultWindowDays, getRecommendations } from './get-recommendations.js'
import type { ReserveCache } from './reserve-cache.js'
import type { ReserveBalances } from './schemas.js'

/**
 * Returns a merchant's reserve with its targets. Returns no balances while the database is
 * unavailable.
 *
 * @throws {AppError} `failed` when the chain is unavailable and no balances were read yet.
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
    if (isChainUnavailable(error)) throw balancesUnread(error)
    if (!(error instanceof StoreUnavailable)) throw error
    return { balances: [], updatedAt: 0, degraded: true, reason: 'datastore_unavailable' }
  }
}

/** Reserve endpoints have one code for errors of ours, so `reason` tells them apart. */
function balancesUnread(cause: unknown): AppError {
  const message = 'The chain is not reachable, and no balances were read before. Retry in a moment.'
  const fields = { reason: 'chain_unavailable' }
  return new AppError('failed', message, { fields, retryAfterMs: 5 * SECOND_MS, cause })
}
