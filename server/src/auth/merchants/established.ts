import type { Address } from '../../lib/hex.js'
import { HOUR_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { isEstablished } from './sales-store.js'

type Established = {
  /**
   * Returns whether a merchant belongs to the operator, pays for its plan or has sales. Avoids a
   * promise while the result is known. While the database is unavailable the last result counts, or
   * else the smaller limits apply.
   */
  has(merchant: Address): boolean | Promise<boolean>
}

type Known = { isEstablished: boolean; untilMs: number }

/** A merchant rarely loses its sales or its plan, and should not wait long after its first. */
const knownForMs = { yes: HOUR_MS, no: 10_000 }
const maxKnown = 50_000

/** Creates a cached lookup of established merchants. A wallet costs nothing, but sales take money. */
export function createEstablished({
  db,
  now,
  config,
}: Pick<Context, 'db' | 'now' | 'config'>): Established {
  const known = new Map<Address, Known>()

  async function find(merchant: Address): Promise<boolean> {
    try {
      const found = await isEstablished(db, { merchant, now: now() })
      if (known.size >= maxKnown) known.clear()
      const untilMs = performance.now() + (found ? knownForMs.yes : knownForMs.no)
      known.set(merchant, { isEstablished: found, untilMs })
      return found
    } catch (error) {
      if (error instanceof StoreUnavailable) return known.get(merchant)?.isEstablished ?? false
      throw error
    }
  }

  return {
    has(merchant) {
      if (config.ownMerchants.has(merchant)) return true
      const entry = known.get(merchant)
      return entry && performance.now() < entry.untilMs ? entry.isEstablished : find(merchant)
    },
  }
}
