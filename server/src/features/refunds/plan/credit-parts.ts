import type { Address } from '../../../lib/hex.js'
import { baseUnits, type Micros, micros } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { assetName } from '../../../platform/chain/assets/asset-name.js'
import type { Amount } from '../../ledger/entry.js'
import type { LogRef, Payment } from '../../payments/payment.js'
import { listReturnable } from '../../payments/value/held-payments.js'

/** The part of a payment that is credit. */
export type CreditPart = Amount & {
  /** Null when the payer is unknown. */
  payer: Address | null
  /** Whether the payment counts towards the total. */
  isCounted: boolean
  /** Null for credit of no known payment. */
  payment: LogRef | null
}

/**
 * Splits the credit of a receipt over the payments it came from, in the order in which it is
 * returned. Takes the payments that are in the ledger, without returned credit. Credit of no known
 * payment comes last.
 */
export function creditParts(
  payments: readonly Payment[],
  { credit, at }: { credit: readonly Amount[]; at: UnixMs },
): CreditPart[] {
  const remaining = new Map(credit.map((amount) => [amount.asset, amount]))
  const parts = listReturnable(payments, at).flatMap((payment): CreditPart[] => {
    const openCredit = remaining.get(assetName(payment))
    if (!openCredit || openCredit.units === 0n) return []
    const isWhole = payment.units <= openCredit.units
    const amount = isWhole
      ? { ...openCredit, units: payment.units, usdMicros: payment.usdMicros ?? micros(0n) }
      : openCredit
    remaining.set(openCredit.asset, minus(openCredit, amount))
    const { payer, mismatch, chainId, transactionHash, logIndex } = payment
    const ref = { chainId, transactionHash, logIndex }
    return [{ ...amount, payer, isCounted: mismatch === null, payment: ref }]
  })
  const unknown = [...remaining.values()].filter(({ units }) => units > 0n)
  const unpaid = { payer: null, isCounted: true, payment: null }
  return [...parts, ...unknown.map((amount) => ({ ...amount, ...unpaid }))]
}

/** Takes an amount from parts of a credit, in order. Parts without a value stay. */
export function takeCredit(parts: readonly CreditPart[], usdMicros: Micros): CreditPart[] {
  let remaining: bigint = usdMicros
  return parts.flatMap((part) => {
    if (remaining === 0n || part.usdMicros === 0n) return []
    const isWhole = part.usdMicros <= remaining
    const worth = micros(isWhole ? part.usdMicros : remaining)
    // Rounds down, so that a part of a payment never takes its last unit.
    const units = isWhole ? part.units : baseUnits((part.units * worth) / part.usdMicros)
    remaining -= worth
    return [{ ...part, units, usdMicros: worth }]
  })
}

function minus(from: Amount, { units, usdMicros }: Amount): Amount {
  const usd = from.usdMicros - usdMicros
  return { ...from, units: baseUnits(from.units - units), usdMicros: micros(usd < 0n ? 0n : usd) }
}
