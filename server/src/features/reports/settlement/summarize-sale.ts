import { type Cents, cents } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { describeAsset } from '../../../platform/chain/assets/asset-name.js'
import { type Account, feeAccounts, type ReceiptSum } from '../../ledger/entry.js'
import { roundParts, roundToCents } from '../round-parts.js'

/** Amounts by name of a tax or recipient. */
export type AmountsByName = ReadonlyMap<string, Cents>

/**
 * The figures of one or more receipts. These always hold: subtotal + taxes + fee = total, total -
 * refunds = net, and the sum of recipients = net + credit.
 */
export type Figures = {
  subtotal: Cents
  taxes: AmountsByName
  fee: Cents
  total: Cents
  refunds: Cents
  net: Cents
  /** The amount overpaid and not returned. */
  credit: Cents
  recipients: AmountsByName
}

export type SaleSummary = Figures & {
  at: UnixMs
  receiptId: string
  /** The symbols of the tokens it was paid in. */
  tokens: string[]
}

/** The name for money without a recipient. */
export const unassigned = 'unassigned'

/** Summarizes a sale from all ledger sums of its receipt. */
export function summarizeSale(
  sums: readonly ReceiptSum[],
  { receiptId, at }: { receiptId: string; at: UnixMs },
): SaleSummary {
  const sold = sums.filter(({ kind }) => kind === 'sale')
  const taxes = byName(sold, 'tax:')
  const subtotal = worthOf(sold, 'sales')
  const fee = worthOf(sold, ...feeAccounts)
  const totalMicros = subtotal + fee + sumOf(taxes)
  const total = roundToCents(totalMicros)
  const [subtotalCents, feeCents, ...taxCents] = roundParts(
    [subtotal, fee, ...taxes.values()],
    total,
  ) as [Cents, Cents, ...Cents[]]

  const refundMicros = -worthOf(sums, 'refunds')
  const refunds = roundToCents(refundMicros)
  const net = cents(total - refunds)
  const creditMicros = worthOf(sums, 'customer_credit')
  const credit = roundToCents(creditMicros)
  const unpaid = sums.filter(({ kind }) => kind !== 'release')
  const shares = byName(unpaid, 'due:')
  const unassignedMicros = totalMicros - refundMicros + creditMicros - sumOf(shares)
  if (unassignedMicros !== 0n) shares.set(unassigned, unassignedMicros)
  const recipients = roundParts([...shares.values()], cents(net + credit))

  return {
    at,
    receiptId,
    tokens: tokensOf(sold),
    subtotal: subtotalCents,
    taxes: nameAmounts(taxes, taxCents),
    fee: feeCents,
    total,
    refunds,
    net,
    credit,
    recipients: nameAmounts(shares, recipients),
  }
}

/** Returns the credit balance of accounts as a positive amount. */
function worthOf(sums: readonly ReceiptSum[], ...accounts: Account[]): bigint {
  return sums
    .filter(({ account }) => accounts.includes(account))
    .reduce((sum, { usdMicros }) => sum - usdMicros, 0n)
}

/** Returns the credit balances of accounts with a prefix, by the rest of their name. */
function byName(sums: readonly ReceiptSum[], prefix: 'tax:' | 'due:'): Map<string, bigint> {
  const worth = new Map<string, bigint>()
  for (const { account, usdMicros } of sums) {
    if (!account.startsWith(prefix)) continue
    const name = account.slice(prefix.length)
    worth.set(name, (worth.get(name) ?? 0n) - usdMicros)
  }
  return worth
}

function sumOf(worth: ReadonlyMap<string, bigint>): bigint {
  return [...worth.values()].reduce((sum, amount) => sum + amount, 0n)
}

function nameAmounts(names: ReadonlyMap<string, bigint>, amounts: readonly Cents[]): AmountsByName {
  return new Map([...names.keys()].map((name, index) => [name, amounts[index] as Cents]))
}

function tokensOf(sold: readonly ReceiptSum[]): string[] {
  const assets = sold
    .filter(({ account, units }) => account === 'customer_credit' && units > 0n)
    .map(({ asset }) => describeAsset(asset).symbol ?? asset)
  return [...new Set(assets)].toSorted()
}
