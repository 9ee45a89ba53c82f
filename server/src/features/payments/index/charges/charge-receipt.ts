import type { Address, Hash } from '../../../../lib/hex.js'
import type { BaseUnits } from '../../../../lib/money.js'
import type { UnixMs } from '../../../../lib/time.js'
import type { ReceiptRef } from '../../payment.js'

/** The receipt that the charge of a subscription pays. */
export type ChargeReceipt = ReceiptRef & {
  chainId: number
  chargeKey: Hash
  /** The contract that charges. */
  spender: Address
  /** The wallet that gets the platform's fee, if the charge pays one. */
  feeAccount: Address
}

/** A charge whose payment is confirmed. */
export type PaidCharge = {
  transactionHash: Hash
  /** The platform's fee: paid directly, owed, or its share in the split that was paid. */
  feeUnits: BaseUnits
  /** The time of its block. */
  paidAt: UnixMs
}

/** A charge by the spender of a plan, sent by the service or by another party, not booked yet. */
export type ObservedCharge = {
  chargeKey: Hash
  merchant: Address
  spender: Address
  payer: Address
  payoutAddress: Address
  blockNumber: bigint
  transactionHash: Hash
  paidAt: UnixMs
}
