import {
  applyRate,
  type Cents,
  cents,
  microsFromCents,
  prorate,
  sumCents,
} from '../../../lib/money.js'
import { rateOfBps } from '../../../platform/limits/platform-fee.js'
import type { BillParts } from '../../ledger/entries.js'
import type { LineKind, Receipt } from '../receipt.js'

type BilledReceipt = Pick<Receipt, 'totalUsdCents' | 'lines' | 'taxParts'>

/**
 * Splits a receipt's total into sales, taxes and fees, as the ledger posts them. `platformBps` is
 * the share of the platform in the receipt's split.
 */
export function billParts(receipt: BilledReceipt, platformBps: number): BillParts {
  const { totalUsdCents } = receipt
  const taxCents = sumOf(receipt, 'tax')
  const feeCents = sumOf(receipt, 'fee')
  // A tip carries no fee.
  const charged = cents(totalUsdCents - feeCents - sumOf(receipt, 'tip'))
  const base = applyRate(charged, rateOfBps(platformBps))
  return {
    salesMicros: microsFromCents(cents(totalUsdCents - taxCents - feeCents)),
    taxes: shareTax(taxCents, receipt.taxParts),
    feeMicros: microsFromCents(feeCents),
    platformMicros: microsFromCents(base < feeCents ? base : feeCents),
  }
}

function sumOf({ lines }: BilledReceipt, kind: LineKind): Cents {
  return sumCents(lines.filter((line) => line.kind === kind).map(({ usdCents }) => usdCents))
}

/** Splits the tax by component, in whole cents. Without components it is one tax. */
function shareTax(taxCents: Cents, parts: BilledReceipt['taxParts']): BillParts['taxes'] {
  if (taxCents === 0n) return []
  if (parts.length === 0) return [{ code: 'tax', micros: microsFromCents(taxCents) }]
  const shares = prorate(
    taxCents,
    parts.map(({ rate }) => rate),
  )
  return parts.map(({ code }, index) => ({ code, micros: microsFromCents(shares[index] as Cents) }))
}
