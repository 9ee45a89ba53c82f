import type { Address } from '../../../lib/hex.js'
import { HOUR_MS, MINUTE_MS, unixMs } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { limitReached } from '../../../platform/limits/limit-reached.js'
import { mostOf } from '../../../platform/limits/limits.js'
import { findNthUnpaidOrder, forgetOrderNetworks } from './order-network-store.js'

/** How long an unpaid order counts. A failed one counts as well, because anyone can cancel their own order. */
const countsForMs = HOUR_MS
const batchSize = 500

/**
 * Requires that a network address may place another order without a key at a shop.
 *
 * @throws {AppError} `rate_limited`.
 */
export async function requireFewUnpaidOrders(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  { merchant, network }: { merchant: Address; network: string },
): Promise<void> {
  const most = mostOf(ctx.config, 'unpaid-orders', 'network')
  if (most === null) return
  const after = unixMs(ctx.now() - countsForMs)
  const oldestAt = await findNthUnpaidOrder(ctx.db, { merchant, network, after, nth: most })
  if (oldestAt === null) return
  const resetAt = oldestAt + countsForMs
  throw limitReached('unpaid-orders', {
    owner: 'network',
    most,
    resetAt,
    message: `Your network address has ${most} unpaid orders at this shop. Pay one of them, or try again after resetAt.`,
  })
}

/** Removes the network addresses of orders that no longer count. */
export const forgetNetworksOfOrders: Job = {
  name: 'forget-networks-of-orders',
  everyMs: 10 * MINUTE_MS,
  async run(ctx, signal) {
    let forgotten = 0
    for (let last = batchSize; last === batchSize && !signal.aborted; ) {
      const before = unixMs(ctx.now() - countsForMs)
      last = await forgetOrderNetworks(ctx.db, { before, limit: batchSize })
      forgotten += last
    }
    return { forgotten }
  },
}
