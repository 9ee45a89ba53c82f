import { statusFacts } from '../../../lib/receipt-statuses.js'
import type { PortalReceipt } from '../schemas.js'
import { currencyOf } from './describe-state.js'
import { formatAmount } from './format-amount.js'
import { formatTime } from './format-time.js'
import type { Fact, ReceiptSheet } from './sheet.js'

type Refund = PortalReceipt['refunds'][number]

/** Describes the payments, the amount due and the refunds of a receipt. */
export function describePayment(receipt: PortalReceipt): ReceiptSheet['sections'] {
  const facts = [...listReceived(receipt), ...listDue(receipt)]
  const refunds = receipt.refunds.map((refund) => describeRefund(refund, currencyOf(receipt)))
  return [
    ...(facts.length === 0 ? [] : [{ title: 'Payment', facts }]),
    ...(refunds.length === 0 ? [] : [{ title: 'Refunds', facts: refunds }]),
  ]
}

function listReceived(receipt: PortalReceipt): Fact[] {
  const { status, payment, paidAt, transactionHash } = receipt
  const { paidUsd, paid, network } = payment
  if (paidUsd === 0 && transactionHash === null) {
    const { isPaid, isFinal } = statusFacts[status]
    // A manual payment, such as cash, is not on chain.
    return isPaid || isFinal ? [fact('Received', 'Recorded by the merchant')] : []
  }
  return [
    ...(paidUsd === 0 ? [] : [fact('Received', `${formatAmount(paid)} ${currencyOf(receipt)}`)]),
    ...(paidAt === null ? [] : [fact('Paid at', formatTime(paidAt))]),
    fact('Network', network.name),
    ...(transactionHash === null ? [] : [fact('Transaction', transactionHash)]),
  ]
}

function listDue(receipt: PortalReceipt): Fact[] {
  const { payment, expiresAt } = receipt
  if (payment.dueUsd === 0) return []
  return [
    fact('Still due', `${formatAmount(payment.due)} ${currencyOf(receipt)}`),
    ...(expiresAt === null ? [] : [fact('Due by', formatTime(expiresAt))]),
  ]
}

function describeRefund({ txHash, confirmed, createdAt, ...refund }: Refund, unit: string): Fact {
  const amount = `${formatAmount(-refund.amount)} ${unit}`
  const proof = txHash ?? 'Recorded by the merchant'
  const isUnconfirmed = txHash !== null && !confirmed
  const text = isUnconfirmed ? `${amount}, not yet confirmed on chain` : amount
  return fact(formatTime(createdAt), text, proof)
}

function fact(label: string, ...values: string[]): Fact {
  return { label, values }
}
