import { micros, microsToDecimal } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../../receipts/receipt.js'
import { addTimelineEntry } from '../../receipts/status/add-timeline-entry.js'
import { statusFacts } from '../../receipts/status/statuses.js'
import type { Payment } from '../payment.js'
import type { Decision } from './decide-settlement.js'

const by = 'settlement'

/** Adds timeline entries for what the status does not show: part payments, extra payments and ignored payments. */
export async function addTimelineEntries(
  ctx: TxContext,
  input: {
    receipt: Receipt
    moved: Receipt
    decision: Decision
    payments: readonly Payment[]
    before: readonly Payment[]
    noted: bigint
  },
): Promise<void> {
  const { receipt, moved, decision, payments, before, noted } = input
  const { standing, paidMicros, dueMicros } = decision
  if (standing === 'partial' && paidMicros !== noted) {
    const detail = { paidUsd: microsToDecimal(paidMicros), dueUsd: microsToDecimal(dueMicros) }
    await addTimelineEntry(ctx, { receipt: moved, type: 'partially_paid', by, detail })
  }
  for (const [index, payment] of payments.entries()) {
    const isNew = before[index]?.usdMicros === null && payment.usdMicros !== null
    const isExtra = statusFacts[receipt.status].isPaid || receipt.status === 'refunded'
    const isIgnored = payment.mismatch !== null && standing !== 'mismatch'
    if (!isNew || !(isExtra || isIgnored)) continue
    await addTimelineEntry(ctx, {
      receipt: moved,
      type: isExtra ? 'extra_payment' : 'payment_ignored',
      by,
      transactionHash: payment.transactionHash,
      detail: {
        usd: microsToDecimal(payment.usdMicros ?? micros(0n)),
        ...(payment.mismatch ? { mismatch: payment.mismatch } : {}),
      },
    })
  }
}
