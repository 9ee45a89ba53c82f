import {
  type BaseUnits,
  baseUnits,
  type Cents,
  cents,
  type Micros,
  micros,
  microsFromCents,
  prorate,
} from '../../../lib/money.js'
import { type AssetName, manualUsd } from '../../../platform/chain/assets/asset-name.js'
import type { Tax } from '../../ledger/entries.js'
import type { Amount, Holder, ReceiptSum, Share } from '../../ledger/entry.js'
import { negate, sumByAsset } from '../../ledger/sum-by-asset.js'

/** The part of a refund in one asset, and its shares by holder. */
export type RefundPart = Amount & { shares: Share[] }

/**
 * Splits a refund over the assets the receipt was paid with, at their value at the time of payment.
 * With several assets, refunds from the largest balance first, so that most refunds need one
 * transfer. The final refund returns the last unit. Any amount that the ledger does not show as
 * paid is a manual refund.
 */
export function shareRefund(sums: readonly ReceiptSum[], usdCents: Cents): RefundPart[] {
  const parts: RefundPart[] = []
  let remaining: bigint = microsFromCents(usdCents)
  for (const balance of listLeft(sums)) {
    if (remaining === 0n) break
    const usdMicros = micros(remaining < balance.usdMicros ? remaining : balance.usdMicros)
    const units = takeUnits(balance, usdMicros)
    parts.push({
      asset: balance.asset,
      units,
      usdMicros,
      shares: sharesOf(sums, balance.asset, units),
    })
    remaining -= usdMicros
  }
  if (remaining === 0n) return parts

  // Exact: sales and refunds are whole cents.
  const units = baseUnits(remaining / microsFromCents(cents(1n)))
  const shares = [{ account: 'manual', units }] as const
  return [...parts, { asset: manualUsd, units, usdMicros: micros(remaining), shares: [...shares] }]
}

/**
 * Splits the tax of a refund by component, in proportion to what was collected for the receipt and
 * not refunded. Never more than that.
 */
export function shareRefundedTax(sums: readonly ReceiptSum[], taxCents: Cents): Tax[] {
  const remaining = new Map<string, bigint>()
  for (const { account, usdMicros } of sums) {
    if (!account.startsWith('tax:')) continue
    const code = account.slice('tax:'.length)
    remaining.set(code, (remaining.get(code) ?? 0n) - usdMicros)
  }
  const taxes = [...remaining].filter(([, worth]) => worth > 0n)
  // Exact: the components of a sale are whole cents.
  const totalCents = taxes.reduce((sum, [, worth]) => sum + worth, 0n) / microsFromCents(cents(1n))
  const refunded = cents(taxCents < totalCents ? taxCents : totalCents)
  if (refunded === 0n) return []
  const shares = prorate(
    refunded,
    taxes.map(([, worth]) => worth),
  )
  return taxes.map(([code], index) => ({ code, micros: microsFromCents(shares[index] as Cents) }))
}

/** Splits amounts of returned credit by holder. */
export function shareCredit(sums: readonly ReceiptSum[], amounts: readonly Amount[]): RefundPart[] {
  return amounts.map((amount) => ({
    ...amount,
    shares: sharesOf(sums, amount.asset, amount.units),
  }))
}

/** Returns the unrefunded amount of each asset, largest first. */
function listLeft(sums: readonly ReceiptSum[]): Amount[] {
  const changes = sums.flatMap((sum) => {
    if (sum.kind === 'sale' && sum.account === 'customer_credit') return sum
    return sum.kind === 'refund' && sum.account === 'refunds' ? negate(sum) : []
  })
  return sumByAsset(changes).filter(({ units, usdMicros }) => usdMicros > 0n && units >= 0n)
}

function takeUnits(balance: Amount, usdMicros: Micros): BaseUnits {
  const [units] = prorate(balance.units, [usdMicros, balance.usdMicros - usdMicros])
  return units as BaseUnits
}

/** Splits units by what each holder received of this receipt. Empty if none received any. */
function sharesOf(sums: readonly ReceiptSum[], asset: AssetName, units: BaseUnits): Share[] {
  const owed = new Map<Holder, bigint>()
  for (const sum of sums) {
    if (sum.asset !== asset || !sum.account.startsWith('due:') || sum.kind === 'release') continue
    const holder = sum.account.slice('due:'.length) as Holder
    owed.set(holder, (owed.get(holder) ?? 0n) - sum.units)
  }
  const holders = [...owed].filter(([, weight]) => weight > 0n)
  if (holders.length === 0) return []
  const shares = prorate(
    units,
    holders.map(([, weight]) => weight),
  )
  return holders.map(([account], index) => ({ account, units: shares[index] as BaseUnits }))
}
