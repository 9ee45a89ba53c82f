import type { PortalReceipt } from '@tallystick/sdk'
import { canPay, canPayAgain } from './derive-stage.js'

type Sent = PortalReceipt['payment']['sent']

/**
 * Whether somebody who set out to pay is still asked for it. When something is on its way, only who was told of it
 * before, and pays again all the same.
 */
export function isAsked(receipt: PortalReceipt, known: Sent): boolean {
  return canPay(receipt) || (canPayAgain(receipt) && isSame(known, receipt.payment.sent))
}

function isSame(known: Sent, sent: Sent): boolean {
  if (!known || !sent) return false
  return known.txHash === sent.txHash && (sent.txHash !== null || known.at === sent.at)
}
