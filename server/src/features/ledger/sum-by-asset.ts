import { baseUnits, micros } from '../../lib/money.js'
import type { AssetName } from '../../platform/chain/assets/asset-name.js'
import type { Amount } from './entry.js'

/** Sums amounts by asset, the most valuable first. */
export function sumByAsset(amounts: readonly Amount[]): Amount[] {
  const sums = new Map<AssetName, Amount>()
  for (const { asset, units, usdMicros } of amounts) {
    const sum = sums.get(asset)
    sums.set(asset, {
      asset,
      units: baseUnits((sum?.units ?? 0n) + units),
      usdMicros: micros((sum?.usdMicros ?? 0n) + usdMicros),
    })
  }
  return [...sums.values()].toSorted((a, b) => Number(b.usdMicros - a.usdMicros))
}

/** Reverses the sign of an amount. */
export function negate({ asset, units, usdMicros }: Amount): Amount {
  return { asset, units: baseUnits(-units), usdMicros: micros(-usdMicros) }
}
