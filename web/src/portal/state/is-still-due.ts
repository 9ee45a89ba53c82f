import type { PortalReceipt } from '@tallystick/sdk'
import type { PaymentOption } from '../../api/payment-option.js'
import { isAsked } from './is-asked.js'

/** What a buyer set out to pay, and what was known to be on its way by then. */
export type Begun = { option: PaymentOption; sent: PortalReceipt['payment']['sent'] }

/** Whether that is still what is asked for: nobody paid or sent anything meanwhile, and its price holds. */
export function isStillDue(
  { option, sent }: Begun,
  { receipt, now }: { receipt: PortalReceipt; now: number },
): boolean {
  if (!isAsked(receipt, sent)) return false
  const current = receipt.payment.options.find(({ symbol }) => symbol === option.symbol)
  if (current?.amountUnits !== option.amountUnits) return false
  return current.expiresAt === null || current.expiresAt > now
}
