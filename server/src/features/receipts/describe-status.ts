import { centsToDecimal } from '../../lib/money.js'
import { describeFailure } from './describe-failure.js'
import { projectStatus } from './project-status.js'
import type { Receipt } from './receipt.js'

/** How far a receipt is, and what is paid with. */
export function describeStatus(receipt: Receipt, usualToken: string) {
  const { id, status, kind, transactionHash, paymentToken, totalUsdCents } = receipt
  return {
    id,
    status,
    paymentStatus: projectStatus(status, kind),
    transactionHash,
    currency: paymentToken ?? usualToken,
    amount: centsToDecimal(totalUsdCents),
    ...describeFailure(receipt),
  }
}
