import { statusFacts } from '../../receipts/status/statuses.js'
import type { PortalReceipt } from '../schemas.js'
import { formatAmount } from './format-amount.js'
import { formatTime } from './format-time.js'
import type { Fact, ReceiptSheet } from './sheet.js'

type Refund = PortalReceipt['refunds'][number]

/** Describes the payments, the amount due and the refunds of a receipt. */
export function describePayment(receipt: PortalReceipt): ReceiptSheet['sections'] {
  const facts = [...listReceived(receipt), ...listDue(receipt)]
  const refunds = receipt.refunds.map(describeRefund)
  return [
    ...(facts.length === 0 ? [] : [{ title: 'Payment', facts }]),
    ...(refunds.length === 0 ? [] : [{ title: 'Refunds', facts: refunds }]),
  ]
}

function listReceived({ status, payment, paidAt, transactionHash }: PortalReceipt): Fact[] {
  const { paidUsd, network } = payment
  if (paidUsd === 0 && transactionHash === null) {
    const { isPaid, isFinal } = statusFacts[status]
    // A manual payment, such as cash, is not on chain.
    return isPaid || isFinal ? [fact('Received', 'Recorded by the merchant')] : []
  }
  return [
    ...(paidUsd === 0 ? [] : [fact('Received', `${formatAmount(paidUsd)} USD`)]),
    ...(paidAt === null ? [] : [fact('Paid at', formatTime(paidAt))]),
    fact('Network', network.name),
    ...(transactionHash === null ? [] : [fact('Transaction', transactionHash)]),
  ]
}

function listDue({ payment, expiresAt }: PortalReceipt): Fact[] {
  if (payment.dueUsd === 0) return []
  return [
    fact('Still due', `${formatAmount(payment.dueUsd)} USD`),
    ...(expiresAt === null ? [] : [fact('Due by', formatTime(expiresAt))]),
  ]
}

function describeRefund({ usd, txHash, confirmed, createdAt }: Refund): Fact {
  const amount = `${formatAmount(-usd)} USD`
  const proof = txHash ?? 'Recorded by the merchant'
  const isUnconfirmed = txHash !== null && !confirmed
  const text = isUnconfirmed ? `${amount}, not yet confirmed on chain` : amount
  return fact(formatTime(createdAt), text, proof)
}

function fact(label: string, ...values: string[]): Fact {
  return { label, values }
}
