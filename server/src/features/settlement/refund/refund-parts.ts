import type { Address } from '../../../lib/hex.js'
import { parseAssetName } from '../../ledger/asset-name.js'
import type { Entry } from '../../ledger/entry.js'
import { dustMicros } from '../dust.js'

/** What a buyer is to get of one token. */
export type OwedPart = { token: Address; units: bigint }

/**
 * Everything a refund owes, by what the ledger says of it; `null` when the chain cannot show all of it, because some
 * is given back by hand or on another chain, or because the ledger does not know the refund.
 */
export function refundParts(entries: readonly Entry[], chainId: number): OwedPart[] | null {
  const all = entries.filter(({ account }) => account === 'refund_payable')
  // Less than a cent is not worth a transfer, so a stranger's dust is not waited for.
  const solid = all.filter(({ usdMicros }) => -usdMicros >= dustMicros)
  const owed = solid.length > 0 ? solid : all
  const parts = owed.flatMap(({ asset, units }) => {
    const name = parseAssetName(asset)
    // What is owed is a credit, below zero.
    return name?.chainId === chainId ? { token: name.token, units: -units } : []
  })
  return parts.length > 0 && parts.length === owed.length ? parts : null
}
