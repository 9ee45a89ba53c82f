import type { Address } from '../../lib/hex.js'
import { HOUR_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { isEstablished } from '../read-model/sales-store.js'

type EstablishedMerchants = {
  /**
   * Returns whether a merchant belongs to the operator, pays for its plan or has sales. Avoids a
   * promise while the result is known. While the database is unavailable the last result counts, or
   * else the smaller limits apply.
   */
  has(merchant: Address): boolean | Promise<boolean>
}

type CachedResult = { isEstablished: boolean; untilMs: number }

/** A merchant rarely loses its sales or its plan, and should not wait long after its first. */
const knownForMs = { yes: HOUR_MS, no: 10_000 }
const maxKnown = 50_000

/**
 * Creates a cached lookup of established merchants. Anyone can create wallets for free, but not
 * sales.
 */
export function createEstablished(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
): EstablishedMerchants {
  const { db, now, config } = ctx
  const cache = new Map<Address, CachedResult>()

  async function find(merchant: Address): Promise<boolean> {
    try {
      const result = await isEstablished(db, { merchant, now: now() })
      if (cache.size >= maxKnown) cache.clear()
      const untilMs = performance.now() + (result ? knownForMs.yes : knownForMs.no)
      cache.set(merchant, { isEstablished: result, untilMs })
      return result
    } catch (error) {
      if (error instanceof StoreUnavailable) return cache.get(merchant)?.isEstablished ?? false
      throw error
    }
  }

  return {
    has(merchant) {
      if (config.ownMerchants.has(merchant)) return true
      const entry = cache.get(merchant)
      return entry && performance.now() < entry.untilMs ? entry.isEstablished : find(merchant)
    },
  }
}
