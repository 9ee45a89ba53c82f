import { type BaseUnits, baseUnits, type Micros, micros } from '../../../lib/money.js'
import { findAsset } from '../../../platform/chain/assets/asset.js'
import { type Bill, needsRate, valueUnits } from '../../../platform/chain/assets/value-units.js'
import type { Payment } from '../payment.js'

export type Valued = Pick<
  Payment,
  'chainId' | 'token' | 'units' | 'usdPerUnit' | 'mismatch' | 'state'
>

/**
 * Values payments towards a bill. Payments in the same asset at the same rate are summed before they are valued, so that
 * rounding cannot make two halves less than the whole.
 */
export function valuePayments(payments: readonly Valued[], bill: Bill): Micros {
  const sums = new Map<string, { one: Valued; units: BaseUnits }>()
  for (const one of payments.filter(counts)) {
    const key = `${one.token} ${one.usdPerUnit}`
    sums.set(key, { one, units: baseUnits((sums.get(key)?.units ?? 0n) + one.units) })
  }
  const values = [...sums.values()].map(({ one, units }) => {
    const asset = findAsset(one.chainId, one.token)
    // An asset with a market price has no value until its rate is known.
    if (!asset || (needsRate(asset, bill) && one.usdPerUnit === null)) return 0n
    return valueUnits(units, { asset, bill, usdPerUnit: one.usdPerUnit })
  })
  return micros(values.reduce((sum: bigint, value) => sum + value, 0n))
}

/** Returns whether a payment counts towards its receipt. */
export function counts({ state, mismatch }: Pick<Payment, 'state' | 'mismatch'>): boolean {
  return state !== 'orphaned' && mismatch === null
}
