import { micros, microsFromCents, microsToDecimal } from '../../../lib/money.js'
import { type ReceiptStatus, statusFacts } from '../../../lib/receipt-statuses.js'
import type { TxContext } from '../../../platform/context.js'
import type { Payment } from '../../payments/payment.js'
import type { Mismatch, Receipt } from '../../receipts/receipt.js'
import { moveReceipt } from '../../receipts/status/move-receipt.js'
import { setBuyerWallet } from '../../receipts/status/update-receipt.js'
import type { Decision } from '../decide/decide-settlement.js'
import { findMismatch } from '../decide/find-mismatch.js'
import { findPaidBuyer, noFacts, paymentFacts } from '../decide/payment-facts.js'

type Input = {
  receipt: Receipt
  decision: Decision
  payments: readonly Payment[]
  /** Whether a legal check does not permit to pay the receipt. */
  isBlocked: boolean
}

/** Applies the decided statuses in order, with the payment fields. The buyer follows the payers. */
export async function applyTransitions(ctx: TxContext, input: Input): Promise<Receipt> {
  let { receipt } = input
  for (const to of input.decision.path) {
    const next = { ...receipt, ...fieldsAt(to, input) }
    receipt = await moveReceipt(ctx, {
      receipt: next,
      to,
      actor: 'system',
      by: 'settlement',
      transactionHash: next.transactionHash,
      holdsNoStock: to === 'pending' && receipt.softHold !== null && !isHalfPaid(input),
      detail: to === 'paid' && next.mismatch ? describeMismatch(next.mismatch, input) : {},
    })
  }
  const buyerWallet = findPaidBuyer(receipt, input.payments)
  if (buyerWallet === receipt.buyerWallet || !statusFacts[receipt.status].isSettled) return receipt
  return setBuyerWallet(ctx, { receipt, buyerWallet })
}

/** Less than half must not keep stock from other buyers. */
function isHalfPaid({ receipt, decision }: Input): boolean {
  return decision.paidMicros * 2n >= microsFromCents(receipt.totalUsdCents)
}

/** Returns the fields to set. A later payment does not change the fields of a paid receipt. */
function fieldsAt(to: ReceiptStatus, input: Input): Partial<Receipt> {
  if (!statusFacts[to].isSettled) return { ...noFacts, mismatch: null }
  if (to === 'completed' || to === 'reconciled') return {}
  const { receipt, payments, decision, isBlocked } = input
  const { paidMicros } = decision
  return {
    ...paymentFacts(payments, receipt),
    mismatch: findMismatch({ receipt, payments, paidMicros, isBlocked }),
  }
}

function describeMismatch(mismatch: Mismatch, { receipt, decision }: Input) {
  const overpaid = decision.paidMicros - microsFromCents(receipt.totalUsdCents)
  return { mismatch, ...(overpaid > 0n ? { overpaidUsd: microsToDecimal(micros(overpaid)) } : {}) }
}
