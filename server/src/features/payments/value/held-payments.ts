import { baseUnits, micros } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { assetName } from '../../../platform/chain/assets/asset-name.js'
import type { LogRef, Payment } from '../payment.js'
import type { Returned } from '../returned-sql.js'

type Held = Pick<
  Payment,
  | 'chainId'
  | 'transactionHash'
  | 'logIndex'
  | 'token'
  | 'units'
  | 'usdMicros'
  | 'mismatch'
  | 'state'
  | 'paidAt'
>

type Money = { units: bigint; usdMicros: bigint }

/**
 * Returns the payments with the units and value that the receipt still holds, without returned credit. A payment that
 * was returned in full stays in its place with zero units.
 *
 * Takes each return from the payments that were recorded with it. A return of an earlier version recorded none, and a
 * reorg may remove a payment. Its money is then taken in the order of returns.
 */
export function heldPayments<One extends Held>(
  payments: readonly One[],
  returned: readonly Returned[],
): One[] {
  const held = [...payments]
  const unexplained = takeRecorded(held, returned)
  for (const { asset, at, ...credit } of unexplained) {
    if (credit.units === 0n && credit.usdMicros === 0n) continue
    const places = new Map(held.map((payment, place) => [payment, place]))
    let left: Money = credit
    for (const payment of listReturnable(held, at)) {
      const place = places.get(payment)
      if (place === undefined || assetName(payment) !== asset) continue
      left = take(held, { place, left, wanted: left })
    }
  }
  return held
}

/** Takes returns from the payments that were recorded with them. Returns the returns with what is left of them. */
function takeRecorded<One extends Held>(
  held: One[],
  returned: readonly Returned[],
): (Pick<Returned, 'asset' | 'at'> & Money)[] {
  const places = new Map<string, number[]>()
  for (const [place, payment] of held.entries()) {
    if (!isBookable(payment)) continue
    // A payment that a reorg moved to another block has the same transaction, but may have another log index.
    for (const name of namesOf(payment, assetName(payment))) {
      const known = places.get(name)
      if (known) known.push(place)
      else places.set(name, [place])
    }
  }
  return returned.map(({ asset, at, from, units, usdMicros }) => {
    let left: Money = { units, usdMicros }
    for (const part of from) {
      const candidates = namesOf(part, asset).flatMap((name) => places.get(name) ?? [])
      const place = candidates.find((one) => (held[one]?.units ?? 0n) > 0n)
      if (place !== undefined) left = take(held, { place, left, wanted: part })
    }
    return { asset, at, ...left }
  })
}

/** Names the place of a payment, then its transaction. */
function namesOf({ chainId, transactionHash, logIndex }: LogRef, asset: string): string[] {
  return [`${chainId} ${transactionHash} ${logIndex} ${asset}`, `${transactionHash} ${asset}`]
}

/** Takes money from the payment at a place, at most what is left to take. Returns what is left then. */
function take<One extends Held>(
  held: One[],
  { place, left, wanted }: { place: number; left: Money; wanted: Money },
): Money {
  const payment = held[place]
  if (!payment) return left
  const taken = takenFrom(payment, wanted)
  const units = baseUnits(payment.units - taken.units)
  held[place] = {
    ...payment,
    units,
    usdMicros: micros((payment.usdMicros ?? 0n) - taken.usdMicros),
  }
  return { units: left.units - taken.units, usdMicros: left.usdMicros - taken.usdMicros }
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
function takenFrom({ units, usdMicros }: Held, left: Money): Money {
  const worth = usdMicros ?? 0n
  if (units <= left.units) return { units, usdMicros: worth }
  const value = left.usdMicros < worth ? left.usdMicros : worth
  return { units: left.units, usdMicros: value < 0n ? 0n : value }
}
