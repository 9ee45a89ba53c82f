import { type Address, checksumAddress } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'

/** What a wallet has to be told to pay, in one line (EIP-681). `token` is `null` for the chain's own coin. */
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
