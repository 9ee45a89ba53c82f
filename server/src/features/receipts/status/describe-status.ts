import { centsToDecimal } from '../../../lib/money.js'
import type { Receipt } from '../receipt.js'
import { describeFailure } from './describe-failure.js'
import { projectStatus } from './project-status.js'

/** Returns a receipt's status and its amount in the payment token. */
export function describeStatus(receipt: Receipt, defaultToken: string) {
  const { id, status, kind, transactionHash, paymentToken } = receipt
  return {
    id,
    status,
    paymentStatus: projectStatus(status, kind),
    transactionHash,
    currency: paymentToken ?? defaultToken,
    amount: amountOf(receipt),
    ...describeFailure(receipt),
  }
}

/** Returns the amount in the payment token. Dollar tokens count as dollars. */
function amountOf({ paymentToken, paymentAmount, totalCents, totalUsdCents }: Receipt): number {
  if (paymentAmount !== null) return Number(paymentAmount)
  return centsToDecimal(paymentToken === 'EURC' && totalCents !== null ? totalCents : totalUsdCents)
}
