import { baseUnits, micros } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { assetName } from '../../../platform/chain/assets/asset-name.js'
import type { LogRef, Payment } from '../payment.js'
import type { CreditReturn } from '../returned-sql.js'

type PaymentFacts = Pick<
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
 * Returns the payments with the units and value that the receipt still holds, without returned
 * credit. A payment that was returned in full stays in its place with zero units.
 *
 * Takes each return from the payments that were recorded with it. A return of an earlier version
 * recorded none, and a reorg may remove a payment. Its money is then taken in the order of returns.
 */
export function heldPayments<Row extends PaymentFacts>(
  payments: readonly Row[],
  returned: readonly CreditReturn[],
): Row[] {
  const remainingPayments = [...payments]
  const unexplained = takeRecorded(remainingPayments, returned)
  for (const { asset, at, ...credit } of unexplained) {
    if (credit.units === 0n && credit.usdMicros === 0n) continue
    const places = new Map(remainingPayments.map((payment, place) => [payment, place]))
    let remaining: Money = credit
    for (const payment of listReturnable(remainingPayments, at)) {
      const place = places.get(payment)
      if (place === undefined || assetName(payment) !== asset) continue
      remaining = take(remainingPayments, { place, remaining, amount: remaining })
    }
  }
  return remainingPayments
}

/** Takes returns from the payments recorded with them. Returns the remainder of each return. */
function takeRecorded<Row extends PaymentFacts>(
  payments: Row[],
  returned: readonly CreditReturn[],
): (Pick<CreditReturn, 'asset' | 'at'> & Money)[] {
  const places = new Map<string, number[]>()
  for (const [place, payment] of payments.entries()) {
    if (!isBookable(payment)) continue
    // A payment that a reorg moved to another block has the same transaction, but may have another
    // log index.
    for (const name of namesOf(payment, assetName(payment))) {
      const samePlaces = places.get(name)
      if (samePlaces) samePlaces.push(place)
      else places.set(name, [place])
    }
  }
  return returned.map(({ asset, at, from, units, usdMicros }) => {
    let remaining: Money = { units, usdMicros }
    for (const part of from) {
      const candidates = namesOf(part, asset).flatMap((name) => places.get(name) ?? [])
      const place = candidates.find((index) => (payments[index]?.units ?? 0n) > 0n)
      if (place !== undefined) remaining = take(payments, { place, remaining, amount: part })
    }
    return { asset, at, ...remaining }
  })
}

/** Names the place of a payment, then its transaction. */
function namesOf({ chainId, transactionHash, logIndex }: LogRef, asset: string): string[] {
  return [`${chainId} ${transactionHash} ${logIndex} ${asset}`, `${transactionHash} ${asset}`]
}

/** Takes money from the payment at a place. Returns the amount that remains to be taken. */
function take<Row extends PaymentFacts>(
  payments: Row[],
  { place, remaining, amount }: { place: number; remaining: Money; amount: Money },
): Money {
  const payment = payments[place]
  if (!payment) return remaining
  const portion = takenFrom(payment, amount)
  const units = baseUnits(payment.units - portion.units)
  payments[place] = {
    ...payment,
    units,
    usdMicros: micros((payment.usdMicros ?? 0n) - portion.usdMicros),
  }
  return {
    units: remaining.units - portion.units,
    usdMicros: remaining.usdMicros - portion.usdMicros,
  }
}

/**
 * Lists payments in the order in which their money is returned at a time: confirmed ones first,
 * because only they are in the ledger, then those made before that time, then those that do not
 * count, then the latest.
 */
export function listReturnable<Row extends PaymentFacts>(
  payments: readonly Row[],
  at: UnixMs,
): Row[] {
  const rankOf = ({ state, paidAt, mismatch }: Row) =>
    (state === 'confirmed' ? 0 : 4) + (paidAt <= at ? 0 : 2) + (mismatch === null ? 1 : 0)
  return payments
    .filter((payment) => payment.units > 0n && isBookable(payment))
    .toReversed()
    .toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** Returns whether the ledger shows a payment once it is confirmed. */
function isBookable({ state, mismatch, usdMicros }: PaymentFacts): boolean {
  return state !== 'orphaned' && mismatch !== 'wrong_payout' && usdMicros !== null
}

/** A payment that is not taken in full gives the exact remaining value, at most its own. */
function takenFrom({ units, usdMicros }: PaymentFacts, remaining: Money): Money {
  const worth = usdMicros ?? 0n
  if (units <= remaining.units) return { units, usdMicros: worth }
  const value = remaining.usdMicros < worth ? remaining.usdMicros : worth
  return { units: remaining.units, usdMicros: value < 0n ? 0n : value }
}
