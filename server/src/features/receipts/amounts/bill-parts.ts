import { applyRate, type Cents, cents, microsFromCents, ppm, prorate } from '../../../lib/money.js'
import type { BillParts } from '../../ledger/entries.js'
import type { Receipt } from '../receipt.js'

/** What the platform asks of every sale, before its merchant adds anything (spec 4.6 rule 2). */
const platformRate = ppm(5_000n)

type Billed = Pick<Receipt, 'kind' | 'totalUsdCents' | 'lines' | 'taxParts'>

/**
 * What a receipt consists of, as the ledger books it. Tax and fee are the lines that a sale ends with; a receipt whose
 * lines its merchant wrote is all sales, whatever they are called.
 */
export function billParts(receipt: Billed): BillParts {
  const { totalUsdCents } = receipt
  const { taxCents, feeCents } = findCharges(receipt)
  const base = applyRate(cents(totalUsdCents - feeCents), platformRate)
  return {
    salesMicros: microsFromCents(cents(totalUsdCents - taxCents - feeCents)),
    taxes: shareTax(taxCents, receipt.taxParts),
    feeMicros: microsFromCents(feeCents),
    platformMicros: microsFromCents(base < feeCents ? base : feeCents),
  }
}

function findCharges({ kind, lines }: Billed): { taxCents: Cents; feeCents: Cents } {
  const [tax, fee] = lines.slice(-2)
  const none = { taxCents: cents(0n), feeCents: cents(0n) }
  if (kind === 'direct' || tax?.label !== 'Tax' || fee?.label !== 'Processing Fee') return none
  return { taxCents: tax.usdCents, feeCents: fee.usdCents }
}

/** By their rates, in whole cents; a rate that was given as a whole is one tax. */
function shareTax(taxCents: Cents, parts: Billed['taxParts']): BillParts['taxes'] {
  if (taxCents === 0n) return []
  if (parts.length === 0) return [{ code: 'tax', micros: microsFromCents(taxCents) }]
  const shares = prorate(
    taxCents,
    parts.map(({ rate }) => rate),
  )
  return parts.map(({ code }, index) => ({ code, micros: microsFromCents(shares[index] as Cents) }))
}
