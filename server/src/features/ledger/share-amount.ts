import { type BaseUnits, prorate } from '../../lib/money.js'
import type { Amount, Holder } from './entry.js'

/** What of an amount is whose. */
export type Share = { account: Holder; units: BaseUnits }

/**
 * What each share of an amount is worth, together exactly what the whole is. Nobody may have a share in it.
 *
 * @throws {Error} when the shares are not the whole.
 */
export function shareAmount(
  { asset, units, usdMicros }: Amount,
  shares: readonly Share[],
): (Amount & { account: Holder })[] {
  if (shares.length === 0) return []
  const sum = shares.reduce((total, share) => total + share.units, 0n)
  if (sum !== units) throw new Error(`shares of ${sum} are not the whole of ${units}`)

  // An amount of no units is worth next to nothing, which has to be somebody's all the same.
  const weights = units === 0n ? shares.map(() => 1n) : shares.map((share) => share.units)
  const worth = prorate(usdMicros, weights)
  return shares.map((share, index) => ({
    ...share,
    asset,
    usdMicros: worth[index] as typeof usdMicros,
  }))
}
