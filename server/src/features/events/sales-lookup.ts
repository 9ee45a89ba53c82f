import { hasSale } from '../../auth/merchants/sales-store.js'
import type { Address } from '../../lib/hex.js'
import { SECOND_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'

/** A payment of a dollar costs more than a wallet. Marking a receipt as paid costs nothing, so that does not count. */
const minUsdMicros = 1_000_000n
/** A merchant without a sale is looked up again after this time. */
const recheckMs = 30 * SECOND_MS
const maxCached = 10_000

/** Creates a lookup of merchants with a sale. A sale is remembered, because merchants hardly ever lose it. */
export function createSalesLookup(
  ctx: Pick<Context, 'db'>,
): (merchant: Address) => Promise<boolean> {
  const withSales = new Set<Address>()
  const recheckAtMs = new Map<Address, number>()

  return async (merchant) => {
    if (withSales.has(merchant)) return true
    if (performance.now() < (recheckAtMs.get(merchant) ?? 0)) return false
    try {
      const hasSales = await hasSale(ctx.db, { merchant, minUsdMicros })
      if (withSales.size >= maxCached) withSales.clear()
      if (recheckAtMs.size >= maxCached) recheckAtMs.clear()
      if (hasSales) withSales.add(merchant)
      else recheckAtMs.set(merchant, performance.now() + recheckMs)
      return hasSales
    } catch (error) {
      // Unknown, so the smaller limits apply.
      if (error instanceof StoreUnavailable) return false
      throw error
    }
  }
}
