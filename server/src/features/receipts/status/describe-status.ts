import { centsToDecimal } from '../../../lib/money.js'
import type { Receipt } from '../receipt.js'
import { describeFailure } from './describe-failure.js'
import { projectStatus } from './project-status.js'

/** How far a receipt is, and what is paid with. */
export function describeStatus(receipt: Receipt, usualToken: string) {
  const { id, status, kind, transactionHash, paymentToken } = receipt
  return {
    id,
    status,
    paymentStatus: projectStatus(status, kind),
    transactionHash,
    currency: paymentToken ?? usualToken,
    amount: amountOf(receipt),
    ...describeFailure(receipt),
  }
}

/** In the currency it is paid in; dollar tokens are dollars. */
function amountOf({ paymentToken, paymentAmount, totalCents, totalUsdCents }: Receipt): number {
  if (paymentAmount !== null) return Number(paymentAmount)
  return centsToDecimal(paymentToken === 'EURC' && totalCents !== null ? totalCents : totalUsdCents)
}
