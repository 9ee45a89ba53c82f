import type { Address } from '../../../lib/hex.js'
import type { OwedPart } from './refund-parts.js'
import type { TakenUnits, TransferPool } from './transfer-pool.js'

/**
 * Takes what a refund needs from the money of a transaction that other refunds of the merchant left. Returns null, and
 * takes nothing, when a part is short by more than one cent, or nothing of it was paid.
 */
export function takeRefund(
  pool: TransferPool,
  refund: { merchant: Address; buyer: Address; parts: readonly OwedPart[] },
): TakenUnits[] | null {
  const { merchant, buyer, parts } = refund
  if (parts.length === 0) return null
  const taken = parts.map(({ token, units, centUnits }) => {
    const left = pool.left({ merchant, buyer, token })
    const isCovered = left > 0n && left + centUnits >= units
    return isCovered ? { merchant, buyer, token, units: left < units ? left : units } : null
  })
  if (!taken.every((one) => one !== null)) return null
  pool.take(taken)
  return taken
}
