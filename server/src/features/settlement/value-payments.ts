import { type BaseUnits, baseUnits, type Cents, type Micros, micros } from '../../lib/money.js'
import { findAsset } from './asset.js'
import type { Payment } from './payment.js'
import { valueUnits } from './value-units.js'

export type Valued = Pick<
  Payment,
  'chainId' | 'token' | 'units' | 'usdPerUnit' | 'mismatch' | 'state'
>

/**
 * What payments are worth together for a bill. Those in the same asset at the same rate are added up before they are
 * valued: rounding each by itself could make two halves less than the whole.
 */
export function valuePayments(
  payments: readonly Valued[],
  bill: { totalUsdCents: Cents; totalCents: Cents | null },
): Micros {
  const sums = new Map<string, { one: Valued; units: BaseUnits }>()
  for (const one of payments.filter(counts)) {
    const key = `${one.token} ${one.usdPerUnit}`
    sums.set(key, { one, units: baseUnits((sums.get(key)?.units ?? 0n) + one.units) })
  }
  const values = [...sums.values()].map(({ one, units }) => {
    const asset = findAsset(one.chainId, one.token)
    // Coin whose rate has not been looked up yet is not worth anything yet.
    if (!asset || (asset.symbol === 'ETH' && one.usdPerUnit === null)) return 0n
    return valueUnits(units, { asset, bill, usdPerUnit: one.usdPerUnit })
  })
  return micros(values.reduce((sum: bigint, value) => sum + value, 0n))
}

/** Whether a payment pays its receipt as far as is known now. */
export function counts({ state, mismatch }: Pick<Payment, 'state' | 'mismatch'>): boolean {
  return state !== 'orphaned' && mismatch === null
}
