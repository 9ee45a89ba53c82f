import type { PortalReceipt } from '@tallystick/sdk'
import type { PaymentOption } from '../api/payment-option.js'
import { isAddress } from './hex.js'

/** Returns whether recipient, token and amount are valid. Funds sent anywhere else are lost. */
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
