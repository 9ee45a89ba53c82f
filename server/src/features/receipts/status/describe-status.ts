import { centsToDecimal } from '../../../lib/money.js'
import { statusFacts } from '../../../lib/receipt-statuses.js'
import type { Receipt } from '../receipt.js'
import { describeFailure } from './failures.js'
import { projectStatus } from './project-status.js'

/** An amount in a token, for display. */
export type TokenAmount = { currency: string; amount: number }

/** A receipt, and the amount to pay if it is quoted in the shop's default token. */
export type QuotedReceipt = { receipt: Receipt; quoted: TokenAmount | null }

/** Returns a receipt's status and amount. Without a quote, the amount is the total in USDC. */
export function describeStatus(receipt: Receipt, quoted: TokenAmount | null) {
  const { id, status, kind, transactionHash } = receipt
  return {
    id,
    status,
    paymentStatus: projectStatus(status, kind),
    transactionHash,
    ...(awaitsPayment(receipt) ? (quoted ?? dollarTotal(receipt)) : paidAmount(receipt)),
    ...describeFailure(receipt),
  }
}

/** Returns whether no full payment was seen yet. */
export function awaitsPayment({ status }: Pick<Receipt, 'status'>): boolean {
  return !statusFacts[status].isSettled || status === 'tx_mismatch'
}

/** Returns the token that paid and the amount in it. A manual payment counts as dollars. */
function paidAmount(receipt: Receipt): TokenAmount {
  const { paymentToken, paymentAmount, isPaidManually } = receipt
  if (paymentToken === null || paymentAmount === null || isPaidManually) return dollarTotal(receipt)
  return { currency: paymentToken, amount: Number(paymentAmount) }
}

function dollarTotal({ totalUsdCents }: Receipt): TokenAmount {
  return { currency: 'USDC', amount: centsToDecimal(totalUsdCents) }
}
