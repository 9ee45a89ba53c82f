import type { Address } from '../../../lib/hex.js'
import { HOUR_MS } from '../../../lib/time.js'
import type { Config } from '../../../platform/config/config.js'
import type { Context } from '../../../platform/context.js'
import { createFairQueue } from '../../../platform/limits/fair-queue.js'
import { limitReached } from '../../../platform/limits/limit-reached.js'
import { maxOf } from '../../../platform/limits/max-of.js'
import { getCatalog } from '../catalog-store.js'

export type LoadsContext = Pick<Context, 'db' | 'now'> & { config: Pick<Config, 'mode' | 'limits'> }

export type Loads = {
  /** Returns whether a catalog takes long to load. */
  isLarge(merchant: Address): Promise<boolean>
  /**
   * Runs `load`, for a large catalog at its turn.
   *
   * @throws {AppError} `rate_limited` when too many wait, or when the merchant's catalog was
   *   loaded too often.
   */
  run<Result>(merchant: Address, load: () => Promise<Result>): Promise<Result>
}

/** Smaller catalogs load in a moment, and do not wait for others. */
export const largeFrom = { items: 5_000, textBytes: 2_000_000 }

const retryAfterMs = 5_000

/**
 * Creates the queue of catalogs to load. Large ones load one at a time. A catalog that is evicted
 * again and again is not loaded each time.
 */
export function createLoads(ctx: LoadsContext): Loads {
  const queue = createFairQueue(ctx, { limit: 'waiting-catalogues', atOnce: 1, retryAfterMs })
  /** When the large catalogs were loaded, the least recent merchant first. */
  const loadedAt = new Map<Address, number[]>()

  function recentLoads(merchant: Address): number[] {
    return (loadedAt.get(merchant) ?? []).filter((at) => ctx.now() - at < HOUR_MS)
  }

  function requireBelowLimit(merchant: Address): void {
    const [limit, owner] = ['catalogue-loads', 'merchant'] as const
    const max = maxOf(ctx.config, limit, owner)
    const recent = recentLoads(merchant)
    const [oldest] = recent
    if (max === null || oldest === undefined || recent.length < max) return
    const resetAt = oldest + HOUR_MS
    throw limitReached(limit, { owner, max, resetAt, retryAfterMs: resetAt - ctx.now() })
  }

  function record(merchant: Address): void {
    const times = [...recentLoads(merchant), ctx.now()]
    loadedAt.delete(merchant)
    loadedAt.set(merchant, times)
    for (const other of loadedAt.keys()) {
      if (recentLoads(other).length > 0) return
      loadedAt.delete(other)
    }
  }

  async function sizeOf(merchant: Address) {
    const { items, textBytes } = await getCatalog(ctx.db, merchant)
    const isLarge = items >= largeFrom.items || textBytes >= largeFrom.textBytes
    return { items, textBytes, isLarge }
  }

  return {
    isLarge: async (merchant) => (await sizeOf(merchant)).isLarge,

    async run(merchant, load) {
      const { items, textBytes, isLarge } = await sizeOf(merchant)
      if (!isLarge) return load()

      requireBelowLimit(merchant)
      // Sizes take turns, so that many huge catalogs delay an ordinary one by one turn only.
      const size = Math.round(Math.log2(items * 500 + textBytes))
      return queue.run(`size:${size}`, async () => {
        const loaded = await load()
        // A failed load does not count, because the next request has to repeat it.
        record(merchant)
        return loaded
      })
    },
  }
}
