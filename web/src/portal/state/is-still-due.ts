import type { PaymentOption, PortalReceipt } from '../view.js'
import { canPay, canPayAgain } from './stage-of.js'

/** Whether what a buyer set out to pay is still what is asked for: nobody paid meanwhile, and its price holds. */
export function isStillDue(
  option: PaymentOption,
  { receipt, now }: { receipt: PortalReceipt; now: number },
): boolean {
  if (!canPay(receipt) && !canPayAgain(receipt)) return false
  const current = receipt.payment.options.find(({ symbol }) => symbol === option.symbol)
  if (current?.amountUnits !== option.amountUnits) return false
  return current.expiresAt === null || current.expiresAt > now
}
