import type { Address } from '../../lib/hex.js'
import { SECOND_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { hasSale } from './sales-store.js'

/** A payment of a dollar costs more than a wallet. Marking a receipt as paid costs nothing, so that does not count. */
const minUsdMicros = 1_000_000n
/** A merchant without a sale is looked up again after this time. */
const recheckMs = 30 * SECOND_MS
const maxCached = 10_000

/** Creates a lookup of merchants that have sold something. A sale is remembered, because it stays true. */
export function createEstablishedMerchants(
  ctx: Pick<Context, 'db'>,
): (merchant: Address) => Promise<boolean> {
  const established = new Set<Address>()
  const recheckAtMs = new Map<Address, number>()

  return async (merchant) => {
    if (established.has(merchant)) return true
    if (performance.now() < (recheckAtMs.get(merchant) ?? 0)) return false
    try {
      const isEstablished = await hasSale(ctx.db, { merchant, minUsdMicros })
      if (established.size >= maxCached) established.clear()
      if (recheckAtMs.size >= maxCached) recheckAtMs.clear()
      if (isEstablished) established.add(merchant)
      else recheckAtMs.set(merchant, performance.now() + recheckMs)
      return isEstablished
    } catch (error) {
      // Unknown, so the smaller limits apply.
      if (error instanceof StoreUnavailable) return false
      throw error
    }
  }
}
