import { type Cents, cents } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import { describeAsset } from '../ledger/asset-name.js'
import type { Account, PostingKind, ReceiptSum } from '../ledger/entry.js'
import { roundParts, roundToCents } from './round-parts.js'

/** Money by a name: a tax, or somebody who gets a share. */
export type Named = ReadonlyMap<string, Cents>

/**
 * What came of one or many receipts. It always holds: subtotal, taxes and fee are the total; the total less the refunds
 * is the net; and what the recipients get is the net and the credit.
 */
export type Figures = {
  subtotal: Cents
  taxes: Named
  fee: Cents
  total: Cents
  refunds: Cents
  net: Cents
  /** Paid beyond what was due. */
  credit: Cents
  recipients: Named
}

/** What came of one receipt. */
export type SaleSummary = Figures & {
  at: UnixMs
  receiptId: string
  /** What it was paid in. */
  tokens: string[]
}

/** Money that came in and has no recipient yet. */
const unassigned = 'unassigned'

/** What came of a sale, out of everything that the ledger has about its receipt. */
export function summarizeSale(
  sums: readonly ReceiptSum[],
  { receiptId, at }: { receiptId: string; at: UnixMs },
): SaleSummary {
  const sold = sums.filter(({ kind }) => kind === 'sale')
  const taxes = byName(sold, 'tax:')
  const subtotal = worthOf(sold, 'sales')
  const fee = worthOf(sold, 'processing_fee', 'platform_fee', 'fee_difference')
  const totalMicros = subtotal + fee + sumOf(taxes)
  const total = roundToCents(totalMicros)
  const [subtotalCents, feeCents, ...taxCents] = roundParts(
    [subtotal, fee, ...taxes.values()],
    total,
  ) as [Cents, Cents, ...Cents[]]

  const refundMicros = -worthOf(ofKind(sums, 'refund'), 'refunds')
  const refunds = roundToCents(refundMicros)
  const net = cents(total - refunds)
  const creditMicros = worthOf(ofKind(sums, 'payment', 'mark', 'sale'), 'customer_credit')
  const credit = roundToCents(creditMicros)
  const shares = byName(ofKind(sums, 'payment', 'mark', 'refund'), 'due:')
  const nobodys = totalMicros - refundMicros + creditMicros - sumOf(shares)
  if (nobodys !== 0n) shares.set(unassigned, nobodys)
  const recipients = roundParts([...shares.values()], cents(net + credit))

  return {
    at,
    receiptId,
    tokens: tokensOf(sold),
    subtotal: subtotalCents,
    taxes: named(taxes, taxCents),
    fee: feeCents,
    total,
    refunds,
    net,
    credit,
    recipients: named(shares, recipients),
  }
}

function ofKind(sums: readonly ReceiptSum[], ...kinds: PostingKind[]): ReceiptSum[] {
  return sums.filter(({ kind }) => kinds.includes(kind))
}

/** What accounts that are credited have, above zero. */
function worthOf(sums: readonly ReceiptSum[], ...accounts: Account[]): bigint {
  return sums
    .filter(({ account }) => accounts.includes(account))
    .reduce((sum, { usdMicros }) => sum - usdMicros, 0n)
}

/** The same of every account with this beginning, by the rest of its name. */
function byName(sums: readonly ReceiptSum[], beginning: 'tax:' | 'due:'): Map<string, bigint> {
  const worth = new Map<string, bigint>()
  for (const { account, usdMicros } of sums) {
    if (!account.startsWith(beginning)) continue
    const name = account.slice(beginning.length)
    worth.set(name, (worth.get(name) ?? 0n) - usdMicros)
  }
  return worth
}

function sumOf(worth: ReadonlyMap<string, bigint>): bigint {
  return [...worth.values()].reduce((sum, one) => sum + one, 0n)
}

function named(names: ReadonlyMap<string, bigint>, amounts: readonly Cents[]): Named {
  return new Map([...names.keys()].map((name, index) => [name, amounts[index] as Cents]))
}

function tokensOf(sold: readonly ReceiptSum[]): string[] {
  const assets = sold
    .filter(({ account, units }) => account === 'customer_credit' && units > 0n)
    .map(({ asset }) => describeAsset(asset).symbol ?? asset)
  return [...new Set(assets)].toSorted()
}
