import type { Amount, ReceiptSum } from './entry.js'
import { negate, sumByAsset } from './sum-by-asset.js'

/**
 * Returns the buyer's credit of each asset, the most valuable first. Zero when a sale or a return
 * has used it, negative when a reorg removed a payment that was used. If the sale was reversed,
 * refunds of it have used credit, too.
 */
export function creditBalances(
  sums: readonly ReceiptSum[],
  { isSold = true }: { isSold?: boolean } = {},
): Amount[] {
  const isCredit = ({ account }: ReceiptSum) =>
    account === 'customer_credit' || (!isSold && account === 'refunds')
  const credits = sums.filter(isCredit)
  return sumByAsset(credits.map(negate))
}
