import type { PortalReceipt } from '../view.js'
import { canPay } from './stage-of.js'

/** What the page is about: paying somebody, or having paid them. */
export function titleOf(receipt: PortalReceipt): string {
  const { brandName } = receipt
  if (!brandName) return 'Payment'
  return canPay(receipt) ? `Pay ${brandName}` : brandName
}
