import { type BaseUnits, baseUnits } from '../../lib/money.js'
import type { ReserveCurrency } from './reserve.js'

/** The heuristics that a target can follow from. */
export const bases = [
  'avg_daily_volume',
  'refund_rate',
  'subscription_forecast',
  'tax_liability',
  'default',
] as const
type Basis = (typeof bases)[number]

/** A merchant's figures in one currency over a window, in base units. */
export type WindowFigures = {
  sold: bigint
  refunded: bigint
  taxes: ReadonlyMap<string, bigint>
  /** Prices of the charges of subscriptions in the next window. */
  expectedCharges: bigint
}

/** The amount that one heuristic recommends. Tax has one for each component. */
type TargetPart = { basis: Basis; component: string | null; units: BaseUnits }

export type Recommendation = Pick<ReserveCurrency, 'currency' | 'decimals'> & {
  target: BaseUnits
  /** The heuristic with the largest part of the target. */
  basis: Basis
  parts: TargetPart[]
}

/**
 * Recommends a reserve in one currency. Collected tax is owed. On top of it, the reserve covers the
 * larger of an average day of sales and the refunds to expect in the next window, including those
 * of charges that become due.
 */
export function recommend(
  { currency, decimals }: Pick<ReserveCurrency, 'currency' | 'decimals'>,
  { figures, windowDays }: { figures: WindowFigures; windowDays: number },
): Recommendation {
  const { sold, refunded, taxes, expectedCharges } = figures
  const part = (basis: Basis, units: bigint, component: string | null = null): TargetPart => ({
    basis,
    component,
    units: baseUnits(units > 0n ? units : 0n),
  })
  const volume = part('avg_daily_volume', ceilDivide(sold, BigInt(windowDays)))
  const refunds = part('refund_rate', refunded)
  const charges = part(
    'subscription_forecast',
    sold > 0n ? ceilDivide(expectedCharges * refunded, sold) : 0n,
  )
  const taxParts = [...taxes].map(([component, units]) => part('tax_liability', units, component))

  const expectedRefunds = [refunds, charges]
  const cover = sumOf(expectedRefunds) > volume.units ? expectedRefunds : [volume]
  const parts = [...cover, ...taxParts]
  const target = baseUnits(sumOf(parts))
  return {
    currency,
    decimals,
    target,
    basis: target === 0n ? 'default' : basisOfLargest(parts),
    parts: [volume, refunds, charges, ...taxParts].filter(({ units }) => units > 0n),
  }
}

/** Returns the basis whose parts add up to most. */
function basisOfLargest(parts: readonly TargetPart[]): Basis {
  const sums = bases.map((basis) => ({
    basis,
    units: sumOf(parts.filter((part) => part.basis === basis)),
  }))
  return sums.reduce((max, sum) => (sum.units > max.units ? sum : max)).basis
}

function sumOf(parts: readonly TargetPart[]): bigint {
  return parts.reduce((sum, { units }) => sum + units, 0n)
}

/** Rounds up: a reserve must not fall short by a unit. */
function ceilDivide(amount: bigint, by: bigint): bigint {
  return amount <= 0n ? 0n : (amount + by - 1n) / by
}
