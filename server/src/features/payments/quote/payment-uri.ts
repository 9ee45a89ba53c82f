import { type Address, checksumAddress } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'

/** Returns an EIP-681 payment URI. `token` is null for the native token. */
export function paymentUri(payment: {
  chainId: number
  to: Address
  token: Address | null
  units: BaseUnits
}): string {
  const { chainId, token, units } = payment
  const to = checksumAddress(payment.to)
  return token === null
    ? `ethereum:${to}@${chainId}?value=${units}`
    : `ethereum:${checksumAddress(token)}@${chainId}/transfer?address=${to}&uint256=${units}`
}
