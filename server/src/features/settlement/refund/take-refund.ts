import type { Address } from '../../../lib/hex.js'
import type { GiftPool, Given } from './gift-pool.js'
import type { OwedPart } from './refund-parts.js'

/**
 * Takes what a refund needs from the money of a transaction that other refunds of the merchant left. Returns null, and
 * takes nothing, when a part is short by more than one cent, or nothing of it was paid.
 */
export function takeRefund(
  pool: GiftPool,
  refund: { merchant: Address; buyer: Address; parts: readonly OwedPart[] },
): Given[] | null {
  const { merchant, buyer, parts } = refund
  if (parts.length === 0) return null
  const given = parts.map(({ token, units, centUnits }) => {
    const left = pool.left({ merchant, buyer, token })
    const isCovered = left > 0n && left + centUnits >= units
    return isCovered ? { merchant, buyer, token, units: left < units ? left : units } : null
  })
  if (!given.every((one) => one !== null)) return null
  pool.take(given)
  return given
}
