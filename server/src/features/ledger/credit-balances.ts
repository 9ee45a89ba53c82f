import type { Amount, ReceiptSum } from './entry.js'
import { negate, sumByAsset } from './sum-by-asset.js'

/**
 * Returns the buyer's credit of each asset, the most valuable first. Zero when a sale or a return has used it, negative
 * when a reorg removed a payment that was used.
 */
export function creditBalances(sums: readonly ReceiptSum[]): Amount[] {
  const credits = sums.filter(({ account }) => account === 'customer_credit')
  return sumByAsset(credits.map(negate))
}
