import type { PortalReceipt } from '@tallystick/sdk'
import { canPay } from './derive-stage.js'

/** What the page is about: paying somebody, or having paid them. */
export function titleOf(receipt: PortalReceipt): string {
  const { brandName } = receipt
  if (!brandName) return 'Payment'
  return canPay(receipt) ? `Pay ${brandName}` : brandName
}
