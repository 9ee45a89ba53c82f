import type { Address } from '../../../lib/hex.js'
import { dustMicros } from '../../../lib/money.js'
import { parseAssetName } from '../../../platform/chain/assets/asset-name.js'
import type { Entry } from '../../ledger/entry.js'

/** The amount of one token that a refund owes. */
export type OwedPart = {
  token: Address
  units: bigint
  /** The units that were worth one cent when the payment was received. */
  centUnits: bigint
}

/**
 * Returns what a refund owes according to the ledger, or null when this chain cannot show all of
 * it: a part is manual or on another chain, or the ledger has no entries for the refund.
 */
export function refundParts(entries: readonly Entry[], chainId: number): OwedPart[] | null {
  const all = entries.filter(({ account }) => account === 'refund_payable')
  // Dust is not worth a transfer, so it is not required.
  const solid = all.filter(({ usdMicros }) => -usdMicros >= dustMicros)
  const owed = solid.length > 0 ? solid : all
  const parts = owed.flatMap(({ asset, units, usdMicros }) => {
    const name = parseAssetName(asset)
    if (name?.chainId !== chainId) return []
    const centUnits = usdMicros === 0n ? 0n : (units * dustMicros) / usdMicros
    // The amount owed is a credit, so it is negative.
    return { token: name.token, units: -units, centUnits }
  })
  return parts.length > 0 && parts.length === owed.length ? parts : null
}
