import type { PortalReceipt } from '@tallystick/sdk'
import type { PaymentOption } from '../../core/api/payment-option.js'
import { canPay, canPayAgain } from './derive-stage.js'

type SentPayment = PortalReceipt['payment']['sent']

/** The option a buyer started to pay, and the payment already on its way at that time. */
export type PaymentAttempt = { option: PaymentOption; sent: SentPayment }

/**
 * Returns whether the attempt is still for the amount due: no other payment arrived, and the quote
 * is valid.
 */
export function isStillDue(
  { option, sent }: PaymentAttempt,
  { receipt, now }: { receipt: PortalReceipt; now: number },
): boolean {
  if (!canFinishPaying(receipt, sent)) return false
  const current = receipt.payment.options.find(({ symbol }) => symbol === option.symbol)
  if (current?.amountUnits !== option.amountUnits) return false
  return current.expiresAt === null || current.expiresAt > now
}

/**
 * Returns whether a buyer who started to pay may finish. While a payment is on its way, only a
 * buyer who already knew of it (`known`) may pay again.
 */
export function canFinishPaying(receipt: PortalReceipt, sentPayment: SentPayment): boolean {
  return canPay(receipt) || (canPayAgain(receipt) && isSame(sentPayment, receipt.payment.sent))
}

function isSame(first: SentPayment, second: SentPayment): boolean {
  if (!first || !second) return false
  return first.txHash === second.txHash && (second.txHash !== null || first.at === second.at)
}
