import { type Address, checksumAddress } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { paymentUri } from '../../payments/quote/payment-uri.js'
import type { PlannedTransfer } from './schemas.js'

/** The selector of `transfer(address,uint256)` (ERC-20). */
const transferSelector = 'a9059cbb'

/** Describes a transfer for a wallet: a call to the token, or native token without calldata. */
export function transferRequest(transfer: {
  chainId: number
  token: Address
  to: Address
  units: BaseUnits
}): PlannedTransfer {
  const { chainId, token, to, units } = transfer
  const isCoin = token === nativeToken
  return {
    to: checksumAddress(to),
    token: checksumAddress(token),
    units: String(units),
    calldata: isCoin
      ? '0x'
      : `0x${transferSelector}${word(to.slice(2))}${word(units.toString(16))}`,
    uri: paymentUri({ chainId, to, units, token: isCoin ? null : token }),
  }
}

/** Pads to 32 bytes on the left. */
function word(digits: string): string {
  return digits.padStart(64, '0')
}
