import {
  type BaseUnits,
  baseUnits,
  type Cents,
  cents,
  micros,
  microsFromCents,
} from '../../../lib/money.js'
import { manualUsd } from '../../../platform/chain/assets/asset-name.js'
import type { Amount } from '../../ledger/entry.js'

/** The portions of a manual sale, and the part that is paid manually. */
export type ManualSale = { manualCents: Cents; portions: Amount[] }

/**
 * Plans the sale of a receipt that is paid manually. The buyer's credit covers what it can: manual payments first, then
 * the other assets in the given order. The rest is paid manually, rounded up to whole cents.
 */
export function planManualSale(total: Cents, credit: readonly Amount[]): ManualSale {
  const usable = credit
    .filter(({ units, usdMicros }) => units > 0n && usdMicros > 0n)
    .toSorted((a, b) => Number(b.asset === manualUsd) - Number(a.asset === manualUsd))
  const worth = usable.reduce((sum, { usdMicros }) => sum + usdMicros, 0n)
  const due = microsFromCents(total)
  const rest = worth < due ? due - worth : 0n
  const cent = microsFromCents(cents(1n))
  const manualCents = cents((rest + cent - 1n) / cent)

  const portions: Amount[] = []
  let left = due - microsFromCents(manualCents)
  for (const { asset, units, usdMicros } of usable) {
    if (left === 0n) break
    const taken = usdMicros < left ? usdMicros : micros(left)
    portions.push({ asset, units: unitsOf({ units, usdMicros, taken }), usdMicros: taken })
    left -= taken
  }
  if (manualCents === 0n) return { manualCents, portions }
  const manual = { units: baseUnits(manualCents), usdMicros: microsFromCents(manualCents) }
  return { manualCents, portions: [...portions, { asset: manualUsd, ...manual }] }
}

function unitsOf({
  units,
  usdMicros,
  taken,
}: {
  units: BaseUnits
  usdMicros: bigint
  taken: bigint
}): BaseUnits {
  return baseUnits((units * taken + usdMicros - 1n) / usdMicros)
}
