import { type BaseUnits, baseUnits, type Micros, micros, prorate } from '../../lib/money.js'
import type { Account, Amount, Entry } from './entry.js'
import { mergeEntries } from './merge-entries.js'
import { transferEntries } from './transfer-entries.js'

/** What a bill consists of, in dollars. */
export type BillParts = {
  salesMicros: Micros
  taxes: readonly { code: string; micros: Micros }[]
  /** The whole fee line, and what of it is the platform's base; the rest is the merchant's add-on. */
  feeMicros: Micros
  platformMicros: Micros
}

type Part = { account: Account; micros: Micros }

const totalBps = 10_000n

/**
 * A receipt is paid: the buyer's money becomes sales, taxes and fees. A receipt may be paid in several assets; what
 * they are worth together is the bill, and every part of the bill is in each of them by its weight.
 *
 * The platform gets its leg of the split, which is a share of everything that came in and not what the fee line says:
 * the difference has an account of its own.
 *
 * @throws {Error} when the portions are not worth the bill.
 */
export function saleEntries(input: {
  portions: readonly Amount[]
  bill: BillParts
  /** The platform's share in the split; 0 where the money goes to none. */
  platformBps: number
}): Entry[] {
  const { portions, bill, platformBps } = input
  const left = partsOf(bill)
  const due = left.reduce((sum, part) => sum + part.micros, 0n)
  const worth = portions.reduce((sum, portion) => sum + portion.usdMicros, 0n)
  if (due !== worth) throw new Error(`portions worth ${worth} do not pay a bill of ${due}`)

  return portions.flatMap((portion) => {
    const parts = takeParts(portion, left)
    return portionEntries(portion, { parts, platformBps })
  })
}

function partsOf({ salesMicros, taxes, feeMicros, platformMicros }: BillParts): Part[] {
  return [
    { account: 'sales', micros: salesMicros },
    ...taxes.map((tax) => ({ account: `tax:${tax.code}` as const, micros: tax.micros })),
    { account: 'processing_fee', micros: micros(feeMicros - platformMicros) },
    { account: 'fee_difference', micros: platformMicros },
  ]
}

/**
 * What of each part a portion pays, which is then no longer left. By what is left and not by the bill: so no part is
 * overpaid by rounding, and the last portion pays exactly the rest.
 */
function takeParts({ usdMicros }: Amount, left: Part[]): Part[] {
  if (usdMicros === 0n) return left.map((part) => ({ ...part, micros: micros(0n) }))
  const taken = prorate(
    usdMicros,
    left.map((part) => part.micros),
  )
  return left.map((part, index) => {
    const share = taken[index] as Micros
    left[index] = { ...part, micros: micros(part.micros - share) }
    return { ...part, micros: share }
  })
}

function portionEntries(
  { asset, units, usdMicros }: Amount,
  { parts, platformBps }: { parts: readonly Part[]; platformBps: number },
): Entry[] {
  // Dust that is worth nothing is sold for nothing.
  const weights = parts.map((part, index) => (usdMicros === 0n ? BigInt(index === 0) : part.micros))
  const shares = prorate(units, weights)
  const leg = platformLeg({ asset, units, usdMicros }, platformBps)
  return mergeEntries([
    ...parts.flatMap(({ account, micros: worth }, index) =>
      transferEntries(
        { asset, units: shares[index] as BaseUnits, usdMicros: worth },
        { from: account, to: 'customer_credit' },
      ),
    ),
    ...transferEntries(leg, { from: 'platform_fee', to: 'fee_difference' }),
  ])
}

/** As the split counts it: rounded down. */
function platformLeg({ asset, units, usdMicros }: Amount, bps: number): Amount {
  const leg = (units * BigInt(bps)) / totalBps
  const [worth] = units === 0n ? [] : prorate(usdMicros, [leg, units - leg])
  return { asset, units: baseUnits(leg), usdMicros: worth ?? micros(0n) }
}
