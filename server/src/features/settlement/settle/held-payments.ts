import { baseUnits, micros } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { assetName } from '../../ledger/asset-name.js'
import type { ReturnedCredit } from '../../ledger/entry.js'
import type { Payment } from '../payment.js'

type Held = Pick<
  Payment,
  'chainId' | 'token' | 'units' | 'usdMicros' | 'mismatch' | 'state' | 'paidAt'
>

/**
 * Returns the payments with the units and value that the receipt still holds, without returned credit. A payment that
 * was returned in full stays in its place with zero units.
 */
export function heldPayments<One extends Held>(
  payments: readonly One[],
  returned: readonly ReturnedCredit[],
): One[] {
  const held = [...payments]
  for (const credit of returned) {
    const places = new Map(held.map((payment, place) => [payment, place]))
    let left = { units: credit.units as bigint, usdMicros: credit.usdMicros as bigint }
    for (const payment of listReturnable(held, credit.at)) {
      const place = places.get(payment)
      if (place === undefined || assetName(payment) !== credit.asset) continue
      const taken = takenFrom(payment, left)
      const units = baseUnits(payment.units - taken.units)
      const usdMicros = micros((payment.usdMicros ?? 0n) - taken.usdMicros)
      held[place] = { ...payment, units, usdMicros }
      left = { units: left.units - taken.units, usdMicros: left.usdMicros - taken.usdMicros }
    }
  }
  return held
}

/**
 * Lists payments in the order in which their money is returned at a time: confirmed ones first, because only they are in
 * the ledger, then those made before that time, then those that do not count, then the latest.
 */
export function listReturnable<One extends Held>(payments: readonly One[], at: UnixMs): One[] {
  const rankOf = ({ state, paidAt, mismatch }: One) =>
    (state === 'confirmed' ? 0 : 4) + (paidAt <= at ? 0 : 2) + (mismatch === null ? 1 : 0)
  return payments
    .filter((payment) => payment.units > 0n && isBookable(payment))
    .toReversed()
    .toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** Returns whether the ledger shows a payment once it is confirmed. */
function isBookable({ state, mismatch, usdMicros }: Held): boolean {
  return state !== 'orphaned' && mismatch !== 'wrong_payout' && usdMicros !== null
}

/** A payment that is not taken in full gives the exact value that is left to return, at most its own. */
function takenFrom(
  { units, usdMicros }: Held,
  left: { units: bigint; usdMicros: bigint },
): { units: bigint; usdMicros: bigint } {
  const worth = usdMicros ?? 0n
  if (units <= left.units) return { units, usdMicros: worth }
  const value = left.usdMicros < worth ? left.usdMicros : worth
  return { units: left.units, usdMicros: value < 0n ? 0n : value }
}
