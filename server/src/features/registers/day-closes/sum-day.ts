import type { Currency } from '../../../lib/money.js'
import { manualUsd } from '../../../platform/chain/assets/asset-name.js'
import { feeAccounts } from '../../ledger/entry.js'

/** A sale or refund in the ledger, with fields of its receipt. Reversals have negative entries. */
export type DayPosting = {
  key: string
  kind: 'sale' | 'refund'
  at: number
  soldBy: string
  cashierName: string | null
  currency: Currency
  /** In the currency of the receipt. */
  totalCents: bigint
  totalUsdCents: bigint
  tipUsdCents: bigint
  /** Negative. */
  discountUsdCents: bigint
  entries: readonly { account: string; asset: string; units: bigint; usdMicros: bigint }[]
}

type CashierSums = {
  id: string
  name: string
  sales: number
  tipsMicros: bigint
  receivedMicros: bigint
}

/**
 * The sums of a day, in millionths of a dollar. received = goods + discounts + tips + taxes + fees.
 */
export type DaySums = {
  sales: number
  refunds: number
  goodsMicros: bigint
  /** Negative. */
  discountsMicros: bigint
  tipsMicros: bigint
  feesMicros: bigint
  receivedMicros: bigint
  refundedMicros: bigint
  /** By component. Refunds reduce them. */
  taxes: Record<string, bigint>
  refundedTaxMicros: bigint
  assets: Record<string, { units: bigint; usdMicros: bigint }>
  /** In cents of the currency of the receipts. */
  cash: Partial<Record<Currency, { salesCents: bigint; refundsCents: bigint }>>
  cashiers: CashierSums[]
}

const microsPerCent = 10_000n

/**
 * Sums the postings of a day. Every posting changes each sum by its own part, so sums are exact.
 */
export function sumDay(postings: readonly DayPosting[]): DaySums {
  const sums: DaySums = {
    sales: 0,
    refunds: 0,
    goodsMicros: 0n,
    discountsMicros: 0n,
    tipsMicros: 0n,
    feesMicros: 0n,
    receivedMicros: 0n,
    refundedMicros: 0n,
    taxes: {},
    refundedTaxMicros: 0n,
    assets: {},
    cash: {},
    cashiers: [],
  }
  for (const posting of postings) {
    if (posting.kind === 'sale') addSale(sums, posting)
    else addRefund(sums, posting)
  }
  return sums
}

function addSale(sums: DaySums, posting: DayPosting): void {
  const sign = signOf(posting)
  const factor = BigInt(sign)
  const tips = factor * posting.tipUsdCents * microsPerCent
  const discounts = factor * posting.discountUsdCents * microsPerCent
  const sold = creditOf(posting, (account) => account === 'sales')
  const fees = creditOf(posting, (account) => (feeAccounts as readonly string[]).includes(account))
  const received = sold + fees + addTaxes(sums, posting)
  sums.sales += sign
  sums.goodsMicros += sold - tips - discounts
  sums.discountsMicros += discounts
  sums.tipsMicros += tips
  sums.feesMicros += fees
  sums.receivedMicros += received
  for (const { account, asset, units, usdMicros } of posting.entries) {
    if (account !== 'customer_credit') continue
    const sum = sums.assets[asset] ?? { units: 0n, usdMicros: 0n }
    sums.assets[asset] = { units: sum.units + units, usdMicros: sum.usdMicros + usdMicros }
  }
  addCash(sums, posting, { part: cashOf(posting, 'customer_credit'), of: received, sign: factor })
  const cashier = cashierOf(sums, posting)
  cashier.sales += sign
  cashier.tipsMicros += tips
  cashier.receivedMicros += received
}

function addRefund(sums: DaySums, posting: DayPosting): void {
  const refunded = -creditOf(posting, (account) => account === 'refunds')
  // A return of money beyond the total does not refund a sale.
  if (refunded === 0n) return
  sums.refunds += signOf(posting)
  sums.refundedMicros += refunded
  sums.refundedTaxMicros += -addTaxes(sums, posting)
  const cash = cashOf(posting, 'refunds')
  if (cash === 0n) return
  const worth = posting.totalUsdCents * microsPerCent
  cashIn(sums, posting.currency).refundsCents += roundHalfUp(cash * posting.totalCents, worth)
}

/** Adds the taxes of a posting, and returns their sum. */
function addTaxes(sums: DaySums, { entries }: DayPosting): bigint {
  let all = 0n
  for (const { account, usdMicros } of entries) {
    if (!account.startsWith('tax:')) continue
    const code = account.slice('tax:'.length)
    sums.taxes[code] = (sums.taxes[code] ?? 0n) - usdMicros
    all -= usdMicros
  }
  return all
}

/** Adds the part of a sale that was paid in cash, in the currency of its receipt. */
function addCash(
  sums: DaySums,
  { currency, totalCents }: DayPosting,
  { part, of, sign }: { part: bigint; of: bigint; sign: bigint },
): void {
  if (part === 0n || of === 0n) return
  cashIn(sums, currency).salesCents += sign * roundHalfUp(part * sign * totalCents, of * sign)
}

function cashIn(sums: DaySums, currency: Currency) {
  const cash = sums.cash[currency] ?? { salesCents: 0n, refundsCents: 0n }
  sums.cash[currency] = cash
  return cash
}

function cashierOf(sums: DaySums, { soldBy, cashierName }: DayPosting): CashierSums {
  const existing = sums.cashiers.find(({ id }) => id === soldBy)
  if (existing) return existing
  const name = cashierName ?? soldBy
  const cashier = { id: soldBy, name, sales: 0, tipsMicros: 0n, receivedMicros: 0n }
  sums.cashiers.push(cashier)
  return cashier
}

function cashOf({ entries }: DayPosting, account: string): bigint {
  return entries
    .filter((entry) => entry.account === account && entry.asset === manualUsd)
    .reduce((sum, { usdMicros }) => sum + usdMicros, 0n)
}

function creditOf({ entries }: DayPosting, isSummed: (account: string) => boolean): bigint {
  return entries
    .filter(({ account }) => isSummed(account))
    .reduce((sum, { usdMicros }) => sum - usdMicros, 0n)
}

function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

function signOf({ key }: DayPosting): 1 | -1 {
  return key.startsWith('undo:') ? -1 : 1
}
