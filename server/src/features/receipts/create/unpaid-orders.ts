import type { Address } from '../../../lib/hex.js'
import { HOUR_MS, MINUTE_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { repeatWhileFull } from '../../../platform/jobs/process-in-batches.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { limitReached } from '../../../platform/limits/limit-reached.js'
import { maxOf } from '../../../platform/limits/max-of.js'
import { listJournaledFrom } from '../outage/journaled-receipts.js'
import {
  batchedUnpaidOrders,
  forgetOrderNetworks,
  type UnpaidQuery,
} from './order-network-store.js'

/** How long an unpaid order counts. So does a failed one: anyone can cancel their own order. */
const countsForMs = HOUR_MS
const batchSize = 500

/**
 * Requires that a network address may place another order without a key at a shop.
 *
 * @throws {AppError} `rate_limited`.
 */
export async function requireFewUnpaidOrders(
  ctx: Pick<Context, 'batches' | 'config' | 'now' | 'journal'>,
  { merchant, network }: { merchant: Address; network: string },
): Promise<void> {
  const max = maxOf(ctx.config, 'unpaid-orders', 'network')
  if (max === null) return
  const after = unixMs(ctx.now() - countsForMs)
  const oldestAt = await findNth(ctx, { merchant, orderNetwork: network, after, nth: max })
  if (oldestAt === null) return
  const resetAt = oldestAt + countsForMs
  throw limitReached('unpaid-orders', {
    owner: 'network',
    max,
    resetAt,
    message: `Your network address has ${max} unpaid orders at this shop. Pay one of them, or try again after resetAt.`,
  })
}

/** While the database is unavailable, only the orders accepted since then count. */
async function findNth(
  ctx: Pick<Context, 'batches' | 'journal'>,
  input: UnpaidQuery,
): Promise<UnixMs | null> {
  try {
    return await ctx.batches.run(batchedUnpaidOrders, input)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    const placed = listJournaledFrom(ctx, { ...input, network: input.orderNetwork })
    return placed.at(-input.nth)?.receipt.createdAt ?? null
  }
}

/** Removes the network addresses of orders that no longer count. */
export const forgetNetworksOfOrders: Job = {
  name: 'forget-networks-of-orders',
  everyMs: 10 * MINUTE_MS,
  async run(ctx, signal) {
    const before = unixMs(ctx.now() - countsForMs)
    const forgotten = await repeatWhileFull(signal, {
      batchSize,
      work: (limit) => forgetOrderNetworks(ctx.db, { before, limit }),
    })
    return { forgotten }
  },
}
