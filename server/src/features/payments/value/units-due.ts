import type { Address } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits, type Micros } from '../../../lib/money.js'
import type { Asset } from '../../../platform/chain/assets/asset.js'
import { type ValuedPayment, valuePayments } from '../../../platform/chain/assets/value-payments.js'
import { type Bill, unitsFor } from '../../../platform/chain/assets/value-units.js'

type BillToPay = {
  asset: Pick<Asset, 'symbol' | 'decimals'> & { chainId: number; token: Address }
  bill: Bill
  /** The payments that the receipt holds already. */
  payments: readonly ValuedPayment[]
}

/**
 * Returns the fewest units of a stablecoin that pay the rest of a bill. Payments in one asset are
 * valued as one sum, so that the rest may need less than it would on its own: of 101.60 euros, 50
 * leave 51.60 and not 51.600001.
 */
export function unitsDue(due: Micros, { asset, bill, payments }: BillToPay): BaseUnits {
  const { chainId, token } = asset
  const total = valuePayments(payments, bill) + due
  const covers = (units: bigint) => {
    const stable = { chainId, token, units: baseUnits(units), usdPerUnit: null }
    const counted = { ...stable, mismatch: null, state: 'seen' } as const
    return units > 0n && valuePayments([...payments, counted], bill) >= total
  }
  let units: bigint = unitsFor(due, { asset, bill, usdPerUnit: null })
  while (covers(units - 1n)) units -= 1n
  return baseUnits(units)
}
