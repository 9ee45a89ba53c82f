import type { Address } from '../../../lib/hex.js'
import type { ClaimedDelivery } from './claimed-delivery.js'

export type UnverifiedHostLimit = {
  /** Counts a delivery to a host that may be slow. False when its merchant has reached the limit. */
  add(claimed: ClaimedDelivery): boolean
  remove(claimed: ClaimedDelivery): void
  count(): number
  /** Lists the merchants that have reached the limit. */
  listFull(): Address[]
}

/**
 * Limits deliveries to hosts that are not known to be fast. The limit is per merchant: host names are free, so a limit
 * per host would let one merchant take every slot.
 */
export function createUnverifiedHostLimit({
  perMerchant,
}: {
  perMerchant: number
}): UnverifiedHostLimit {
  const counted = new Set<ClaimedDelivery>()
  const byMerchant = new Map<Address, number>()

  return {
    add(claimed) {
      const count = byMerchant.get(claimed.merchant) ?? 0
      if (count >= perMerchant) return false
      counted.add(claimed)
      byMerchant.set(claimed.merchant, count + 1)
      return true
    },
    remove(claimed) {
      if (!counted.delete(claimed)) return
      const left = (byMerchant.get(claimed.merchant) ?? 1) - 1
      if (left === 0) byMerchant.delete(claimed.merchant)
      else byMerchant.set(claimed.merchant, left)
    },
    count: () => counted.size,
    listFull: () =>
      [...byMerchant].filter(([, count]) => count >= perMerchant).map(([merchant]) => merchant),
  }
}
