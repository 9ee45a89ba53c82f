import type { Address, Hash } from '../../../../lib/hex.js'
import type { BaseUnits, Cents } from '../../../../lib/money.js'
import type { UnixMs } from '../../../../lib/time.js'
import type { ChargeStatus } from '../../subscription.js'
import type { FailureCode } from '../attempt/charge.js'

/** One attempt to charge a subscription. */
export type BillingEvent = {
  merchant: Address
  id: string
  subscriptionId: string
  planId: string
  customer: Address
  periodIndex: number
  attempt: number
  status: ChargeStatus
  amountCents: Cents
  token: Address
  /** The whole charge, and the part of it that is the platform's fee. */
  amountUnits: BaseUnits
  feeUnits: BaseUnits
  transactionHash: Hash | null
  failureCode: FailureCode | null
  /** It was charged after the subscription was canceled, so the customer is due a refund. */
  refundDue: boolean
  createdAt: UnixMs
}
