import type { PortalReceipt } from '@tallystick/sdk'
import { canPay } from './derive-stage.js'

/** Returns the title of the page: "Pay" with the shop's name, or only the name when there is nothing to pay. */
export function describeTitle(receipt: PortalReceipt): string {
  const { brandName } = receipt
  if (!brandName) return 'Payment'
  return canPay(receipt) ? `Pay ${brandName}` : brandName
}
