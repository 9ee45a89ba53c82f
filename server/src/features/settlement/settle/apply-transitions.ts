import { micros, microsFromCents, microsToDecimal } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import type { Mismatch, Receipt } from '../../receipts/receipt.js'
import { moveReceipt } from '../../receipts/status/move-receipt.js'
import { type ReceiptStatus, statusFacts } from '../../receipts/status/statuses.js'
import type { Payment } from '../payment.js'
import { counts } from '../value-payments.js'
import type { Decision } from './decide-settlement.js'
import { noFacts, paymentFacts } from './payment-facts.js'

type Walk = { receipt: Receipt; decision: Decision; payments: readonly Payment[] }

/** Moves a receipt along the path that was decided, with what it is to say about its payment at each step. */
export async function applyTransitions(ctx: TxContext, walk: Walk): Promise<Receipt> {
  let { receipt } = walk
  for (const to of walk.decision.path) {
    const next = { ...receipt, ...fieldsAt(to, walk) }
    receipt = await moveReceipt(ctx, {
      receipt: next,
      to,
      actor: 'engine',
      by: 'settlement',
      transactionHash: next.transactionHash,
      detail: to === 'paid' && next.mismatch ? describeMismatch(next.mismatch, walk) : {},
    })
  }
  return receipt
}

/** Money that comes later, for what is paid already, does not change what it was paid with. */
function fieldsAt(to: ReceiptStatus, walk: Walk): Partial<Receipt> {
  if (!statusFacts[to].isSettled) return { ...noFacts, mismatch: null }
  if (to === 'completed' || to === 'reconciled') return {}
  const due = microsFromCents(walk.receipt.totalUsdCents)
  return { ...paymentFacts(walk.payments, due), mismatch: mismatchOf(walk) }
}

function mismatchOf({ receipt, decision, payments }: Walk): Mismatch | null {
  const { expiresAt, failureCode, mismatch } = receipt
  const last = payments.filter(counts).at(-1)
  const isAfter = expiresAt !== null && last !== undefined && last.paidAt > expiresAt
  // Also when it was so at the first step, which took the failure away.
  if (isAfter || failureCode === 'PORTAL_SESSION_EXPIRED' || mismatch === 'late') return 'late'
  return decision.paidMicros > microsFromCents(receipt.totalUsdCents) ? 'over' : null
}

function describeMismatch(mismatch: Mismatch, { receipt, decision }: Walk) {
  const over = decision.paidMicros - microsFromCents(receipt.totalUsdCents)
  return { mismatch, ...(over > 0n ? { overpaidUsd: microsToDecimal(micros(over)) } : {}) }
}
