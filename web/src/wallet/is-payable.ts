import type { PortalReceipt } from '@tallystick/sdk'
import type { PaymentOption } from '../api/payment-option.js'
import { isAddress } from './is-address.js'

/** Whether an option says clearly what goes where. Money that goes elsewhere does not come back. */
export function isPayable({
  payment: { depositAddress },
  option: { token, amountUnits },
}: {
  payment: Pick<PortalReceipt['payment'], 'depositAddress'>
  option: Pick<PaymentOption, 'token' | 'amountUnits'>
}): boolean {
  if (!isAddress(depositAddress) || !(token === null || isAddress(token))) return false
  return /^[1-9]\d{0,77}$/.test(amountUnits) && BigInt(amountUnits) < 2n ** 256n
}
