import type { Address } from '../../lib/hex.js'
import {
  type BaseUnits,
  baseUnits,
  type Cents,
  type Micros,
  micros,
  microsFromCents,
  prorate,
  totalBps,
} from '../../lib/money.js'
import { type AssetName, manualUsd } from '../../platform/chain/assets/asset-name.js'
import type { Account, Amount, Entry, Holder, Portion, Share } from './entry.js'

/** A tax by its component. */
export type Tax = { code: string; micros: Micros }

/** The parts of a bill, in dollars. */
export type BillParts = {
  salesMicros: Micros
  taxes: readonly Tax[]
  /** The whole fee line: the platform's base fee plus the merchant's add-on. */
  feeMicros: Micros
  platformMicros: Micros
}

type Part = { account: Account; micros: Micros }

const microsOf = (part: Part) => part.micros

/**
 * Records a payment for a receipt. It is customer credit until the receipt is sold, and each share
 * is due to its holder.
 *
 * @throws {Error} when the shares do not add up to the amount.
 */
export function paymentEntries({ legs, ...amount }: Amount & { legs: readonly Share[] }): Entry[] {
  return mergeEntries([
    ...transferEntries(amount, { from: 'customer_credit', to: 'custody' }),
    ...shareAmount(amount, legs).flatMap(({ account, ...leg }) =>
      transferEntries(leg, { from: `due:${account}`, to: 'proceeds' }),
    ),
  ])
}

/** Records a payment that did not go through the chain. The merchant holds the money already. */
export function manualPaymentEntries({ usdCents }: { usdCents: Cents }): Entry[] {
  const amount = {
    asset: manualUsd,
    units: baseUnits(usdCents),
    usdMicros: microsFromCents(usdCents),
  } as const
  return [
    ...transferEntries(amount, { from: 'customer_credit', to: 'manual' }),
    ...transferEntries(amount, { from: 'due:manual', to: 'proceeds' }),
  ]
}

/**
 * Records the sale of a paid receipt: customer credit becomes sales, taxes and fees. With several
 * assets, each asset pays its share of every part of the bill.
 *
 * The split pays the platform a share of everything it gets, which can differ from the fee line,
 * and so can the fee of a charge. The difference is posted to `fee_difference`.
 *
 * @throws {Error} when the portions are not worth exactly the bill.
 */
export function saleEntries(input: {
  portions: readonly Portion[]
  bill: BillParts
  /** The platform's share in the split. 0 without a split, and for manual portions. */
  platformBps: number
}): Entry[] {
  const { portions, bill, platformBps } = input
  const remainingParts = partsOf(bill)
  const due = remainingParts.reduce((sum, part) => sum + part.micros, 0n)
  const worth = portions.reduce((sum, portion) => sum + portion.usdMicros, 0n)
  if (due !== worth) throw new Error(`portions worth ${worth} do not pay a bill of ${due}`)

  return portions.flatMap((portion) => {
    const parts = takeParts(portion, remainingParts)
    return portionEntries(portion, {
      parts,
      platformBps: portion.asset === manualUsd ? 0 : platformBps,
    })
  })
}

/** Moves units without value between the holders of a split, as its contract rounds them. */
export function roundingEntries(input: { asset: AssetName; shares: readonly Share[] }): Entry[] {
  const { asset, shares } = input
  return shares
    .filter(({ units }) => units !== 0n)
    .map(({ account, units }) => ({
      account: `due:${account}`,
      asset,
      units: baseUnits(-units),
      usdMicros: micros(0n),
    }))
}

/**
 * Records that every share of a payment reached its holder with the payment itself.
 *
 * @throws {Error} when the shares do not add up to the amount.
 */
export function arrivalEntries({ legs, ...amount }: Amount & { legs: readonly Share[] }): Entry[] {
  return mergeEntries(
    shareAmount(amount, legs).flatMap(({ account, ...leg }) =>
      transferEntries(leg, { from: 'custody', to: `due:${account}` }),
    ),
  )
}

/** Records a payout from a split to one of its recipients. */
export function releaseEntries({ account, ...amount }: Amount & { account: Address }): Entry[] {
  return transferEntries(amount, { from: 'custody', to: `due:${account}` })
}

/**
 * Records a refund owed to the buyer. Each share reduces the amount due to its holder.
 *
 * @throws {Error} when the shares do not add up to the amount.
 */
export function refundEntries(refund: Amount & { shares: readonly Share[] }): Entry[] {
  return owedEntries(refund, 'refunds')
}

/**
 * Records the tax within a refund: it is no longer owed to the authority. Each asset of the refund
 * carries its share of every tax.
 *
 * @throws {Error} when the refund is worth less than its tax.
 */
export function refundedTaxEntries(refund: readonly Amount[], taxes: readonly Tax[]): Entry[] {
  const tax = taxes.reduce((sum, { micros: worth }) => sum + worth, 0n)
  if (tax === 0n) return []
  const worth = refund.reduce((sum, { usdMicros }) => sum + usdMicros, 0n)
  if (worth < tax) throw new Error(`a refund worth ${worth} cannot contain a tax of ${tax}`)
  const remainingParts: Part[] = [
    { account: 'refunds', micros: micros(worth - tax) },
    ...taxes.map(({ code, micros }) => ({ account: `tax:${code}` as const, micros })),
  ]
  return refund.flatMap((amount) => {
    const parts = takeParts(amount, remainingParts)
    const { asset, units, usdMicros } = amount
    if (usdMicros === 0n) return []
    const shares = prorate(units, parts.map(microsOf))
    return mergeEntries(
      parts
        .slice(1)
        .flatMap(({ account, micros }, index) =>
          transferEntries(
            { asset, units: shares[index + 1] as BaseUnits, usdMicros: micros },
            { from: 'refunded_tax', to: account },
          ),
        ),
    )
  })
}

/**
 * Records credit owed back to the buyer. Each share reduces the amount due to its holder.
 *
 * @throws {Error} when the shares do not add up to the amount.
 */
export function creditEntries(credit: Amount & { shares: readonly Share[] }): Entry[] {
  return owedEntries(credit, 'customer_credit')
}

/** Records that the merchant's wallet paid a refund to the buyer. */
export function refundPaidEntries(amount: Amount): Entry[] {
  return transferEntries(amount, { from: 'merchant_wallet', to: 'refund_payable' })
}

/** Records that the merchant's wallet paid for a developer plan. */
export function planEntries(amount: Amount): Entry[] {
  return transferEntries(amount, { from: 'merchant_wallet', to: 'plan_fees' })
}

function owedEntries(
  { shares, ...amount }: Amount & { shares: readonly Share[] },
  account: 'refunds' | 'customer_credit',
): Entry[] {
  return mergeEntries([
    ...transferEntries(amount, { from: 'refund_payable', to: account }),
    ...shareAmount(amount, shares).flatMap(({ account: holder, ...share }) =>
      transferEntries(share, { from: 'proceeds', to: `due:${holder}` }),
    ),
  ])
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
 * Returns how much of each part a portion pays, and subtracts it from `left`. Prorating by the
 * remainder means that rounding overpays no part, and that the last portion pays exactly the rest.
 */
function takeParts({ usdMicros }: Amount, remainingParts: Part[]): Part[] {
  if (usdMicros === 0n) return remainingParts.map((part) => ({ ...part, micros: micros(0n) }))
  const shares = prorate(usdMicros, remainingParts.map(microsOf))
  return remainingParts.map((part, index) => {
    const share = shares[index] as Micros
    remainingParts[index] = { ...part, micros: micros(part.micros - share) }
    return { ...part, micros: share }
  })
}

function portionEntries(
  { asset, units, usdMicros, feeUnits }: Portion,
  { parts, platformBps }: { parts: readonly Part[]; platformBps: number },
): Entry[] {
  // Dust with no dollar value counts as sales.
  const weights = parts.map((part, index) => (usdMicros === 0n ? BigInt(index === 0) : part.micros))
  const shares = prorate(units, weights)
  const fee = feeUnits ?? baseUnits(0n)
  const leg = platformLeg({ asset, units, usdMicros }, { fee, bps: platformBps })
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

/** Rounds down, as the split contract does. */
function platformLeg(
  { asset, units, usdMicros }: Amount,
  { fee, bps }: { fee: BaseUnits; bps: number },
): Amount {
  const leg = fee + ((units - fee) * BigInt(bps)) / BigInt(totalBps)
  const [worth] = units === 0n ? [] : prorate(usdMicros, [leg, units - leg])
  return { asset, units: baseUnits(leg), usdMicros: worth ?? micros(0n) }
}

/**
 * Values each share in dollars. The values add up to the amount's value. A negative share has none:
 * the rounding of a split can move units from one holder to others.
 */
function shareAmount(
  { asset, units, usdMicros }: Amount,
  shares: readonly Share[],
): (Amount & { account: Holder })[] {
  if (shares.length === 0) return []
  const sum = shares.reduce((total, share) => total + share.units, 0n)
  if (sum !== units) throw new Error(`shares add up to ${sum}, not to the amount of ${units}`)

  // An amount of zero units can still carry rounding dollars, which are split evenly.
  const weights = shares.map((share) => (share.units > 0n ? share.units : 0n))
  const worth = prorate(usdMicros, units === 0n ? shares.map(() => 1n) : weights)
  return shares.map((share, index) => ({
    ...share,
    asset,
    usdMicros: worth[index] as typeof usdMicros,
  }))
}

/** Debits one account and credits another. A zero amount has no entries. */
function transferEntries(
  { asset, units, usdMicros }: Amount,
  { from, to }: { from: Account; to: Account },
): Entry[] {
  if (units === 0n && usdMicros === 0n) return []
  return [
    { account: to, asset, units, usdMicros },
    { account: from, asset, units: baseUnits(-units), usdMicros: micros(-usdMicros) },
  ]
}

/** Merges entries by account and asset in order of appearance, and drops those that sum to zero. */
function mergeEntries(entries: readonly Entry[]): Entry[] {
  const merged = new Map<string, Entry>()
  for (const entry of entries) {
    const name = `${entry.account} ${entry.asset}`
    const sum = merged.get(name)
    merged.set(name, {
      ...entry,
      units: baseUnits((sum?.units ?? 0n) + entry.units),
      usdMicros: micros((sum?.usdMicros ?? 0n) + entry.usdMicros),
    })
  }
  return [...merged.values()].filter(({ units, usdMicros }) => units !== 0n || usdMicros !== 0n)
}
