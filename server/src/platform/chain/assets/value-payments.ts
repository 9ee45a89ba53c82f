import type { Address } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits, type Micros, micros, type Ppm } from '../../../lib/money.js'
import { findAsset } from './asset.js'
import { type Bill, needsRate, valueUnits } from './value-units.js'

/** The facts of a payment that decide its value for a bill. */
export type ValuedPayment = {
  chainId: number
  token: Address
  units: BaseUnits
  usdPerUnit: Ppm | null
  /** Why it does not count, or null. */
  mismatch: string | null
  state: string
}

/**
 * Values payments towards a bill. Payments in the same asset at the same rate are summed before
 * they are valued, so that rounding cannot make two halves less than the whole.
 */
export function valuePayments(payments: readonly ValuedPayment[], bill: Bill): Micros {
  const sums = new Map<string, { first: ValuedPayment; units: BaseUnits }>()
  for (const payment of payments.filter(isCounted)) {
    const key = `${payment.token} ${payment.usdPerUnit}`
    const units = baseUnits((sums.get(key)?.units ?? 0n) + payment.units)
    sums.set(key, { first: payment, units })
  }
  const values = [...sums.values()].map(({ first, units }) => {
    const asset = findAsset(first.chainId, first.token)
    // An asset with a market price has no value until its rate is known.
    if (!asset || (needsRate(asset, bill) && first.usdPerUnit === null)) return 0n
    return valueUnits(units, { asset, bill, usdPerUnit: first.usdPerUnit })
  })
  return micros(values.reduce((sum: bigint, value) => sum + value, 0n))
}

/** Returns whether a payment counts towards its receipt. */
export function isCounted({ state, mismatch }: Pick<ValuedPayment, 'state' | 'mismatch'>): boolean {
  return state !== 'orphaned' && mismatch === null
}
