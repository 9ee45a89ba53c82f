import type { Address, Hash } from '../../../lib/hex.js'
import type { ReceiptRef } from '../payment.js'

/** The receipt that the charge of a subscription pays. */
export type ChargeReceipt = ReceiptRef & {
  chainId: number
  chargeKey: Hash
  /** The contract that charges. */
  spender: Address
  /** The wallet that gets the platform's fee, if the charge pays one. */
  feeAccount: Address
}
