import { type BaseUnits, baseUnits, type Micros, micros } from '../../../lib/money.js'
import type { AssetName } from '../../../platform/chain/assets/asset-name.js'
import type { PeriodSum } from '../../ledger/day-sum.js'
import { feeAccounts } from '../../ledger/entry.js'

/** These always hold: volume = subtotal + taxes + fees, and net = volume - refunds. */
export type SalesFigures = {
  /** Sales, minus sales that were reversed. */
  orders: number
  volume: Micros
  subtotal: Micros
  /** The tax of sales. Refunds include theirs. */
  taxes: Micros
  /** The fee lines of receipts. */
  fees: Micros
  /** The platform's share. */
  platformFees: Micros
  refunds: Micros
  /** The tax within the refunds. */
  refundedTax: Micros
  net: Micros
}

/** The sales and refunds in one asset. */
export type AssetFigures = {
  asset: AssetName
  units: BaseUnits
  refundedUnits: BaseUnits
  volume: Micros
  refunds: Micros
}

type Sum = Pick<PeriodSum, 'kind' | 'account' | 'postings' | 'usdMicros'>

/** Adds up sums of the ledger. */
export function addFigures(sums: readonly Sum[]): SalesFigures {
  const sold = sums.filter(({ kind }) => kind === 'sale')
  const worth = (isSummed: (account: Sum['account']) => boolean) =>
    creditOf(sold.filter(({ account }) => isSummed(account)))
  const subtotal = worth((account) => account === 'sales')
  const taxes = worth((account) => account.startsWith('tax:'))
  const fees = worth((account) => isFee(account))
  const refunds = micros(-creditOf(sums.filter(isRefund)))
  const refundedTax = creditOf(sums.filter(({ account }) => account === 'refunded_tax'))
  const volume = micros(subtotal + taxes + fees)
  return {
    orders: sold.reduce((count, { postings }) => count + postings, 0),
    volume,
    subtotal,
    taxes,
    fees,
    platformFees: worth((account) => account === 'platform_fee'),
    refunds,
    refundedTax,
    net: micros(volume - refunds),
  }
}

/** Adds up sums by asset, the highest volume first. */
export function summarizeAssets(sums: readonly PeriodSum[]): AssetFigures[] {
  const assets = [...new Set(sums.map(({ asset }) => asset))]
  return assets
    .map((asset) => {
      const assetSums = sums.filter((sum) => sum.asset === asset)
      const { volume, refunds } = addFigures(assetSums)
      return {
        asset,
        units: unitsOf(assetSums.filter(isPayment)),
        refundedUnits: unitsOf(assetSums.filter(isRefund)),
        volume,
        refunds,
      }
    })
    .toSorted((a, b) => Number(b.volume - a.volume) || (a.asset < b.asset ? -1 : 1))
}

function isFee(account: Sum['account']): boolean {
  return feeAccounts.some((feeAccount) => feeAccount === account)
}

/** A refund of a sale. Returned credit was never sold. */
function isRefund({ kind, account }: Sum): boolean {
  return kind === 'refund' && account === 'refunds'
}

/** The credit that a sale uses is what was paid for it. */
function isPayment({ kind, account }: Sum): boolean {
  return kind === 'sale' && account === 'customer_credit'
}

function creditOf(sums: readonly Sum[]): Micros {
  return micros(sums.reduce((sum, { usdMicros }) => sum - usdMicros, 0n))
}

function unitsOf(sums: readonly PeriodSum[]): BaseUnits {
  return baseUnits(sums.reduce((sum, { units }) => sum + units, 0n))
}
