import type { Address } from '../../../lib/hex.js'
import type { Turn } from './turn.js'

export type Doubts = {
  /** Notes a turn that may take long. False when its merchant has as many as one may have. */
  add(turn: Turn): boolean
  remove(turn: Turn): void
  count(): number
  /** Merchants who have as many as one may have. */
  listFull(): Address[]
}

/**
 * Turns for routes that are not known to be fast. Names of hosts cost nothing, so they are counted by merchant: nobody
 * fills all places by having a thousand of them.
 */
export function createDoubts({ perMerchant }: { perMerchant: number }): Doubts {
  const turns = new Set<Turn>()
  const byMerchant = new Map<Address, number>()

  return {
    add(turn) {
      const count = byMerchant.get(turn.merchant) ?? 0
      if (count >= perMerchant) return false
      turns.add(turn)
      byMerchant.set(turn.merchant, count + 1)
      return true
    },
    remove(turn) {
      if (!turns.delete(turn)) return
      const left = (byMerchant.get(turn.merchant) ?? 1) - 1
      if (left === 0) byMerchant.delete(turn.merchant)
      else byMerchant.set(turn.merchant, left)
    },
    count: () => turns.size,
    listFull: () =>
      [...byMerchant].filter(([, count]) => count >= perMerchant).map(([merchant]) => merchant),
  }
}
