import { checksumAddress } from '../../../lib/hex.js'
import { dustMicros, type Micros, micros, microsToDecimal } from '../../../lib/money.js'
import { statusFacts } from '../../../lib/receipt-statuses.js'
import { findAsset } from '../../../platform/chain/assets/asset.js'
import type { TxContext } from '../../../platform/context.js'
import type { Payment } from '../../payments/payment.js'
import type { Receipt } from '../../receipts/receipt.js'
import { addPaymentNote, addTimelineEntry } from '../../receipts/status/add-timeline-entry.js'
import type { Decision } from '../decide/decide-settlement.js'

/**
 * Adds timeline entries for what the status does not show: partial payments, extra payments and
 * ignored payments. Returns the partial payment or mismatch that the receipt shows now.
 */
export async function addTimelineEntries(
  ctx: TxContext,
  input: {
    receipt: Receipt
    moved: Receipt
    decision: Decision
    payments: readonly Payment[]
    before: readonly Payment[]
    noted: Micros
  },
): Promise<Micros> {
  const { receipt, moved, decision, payments, before } = input
  const notedTypes = new Set<string>()
  for (const [index, payment] of payments.entries()) {
    const isNew = before[index]?.usdMicros === null && payment.usdMicros !== null
    const type = isNew ? entryTypeOf(payment, { receipt, decision }) : null
    const note = `${type} ${payment.transactionHash} ${payment.token}`
    if (type === null || notedTypes.has(note)) continue
    notedTypes.add(note)
    await addPaymentNote(ctx, {
      receipt: moved,
      type,
      transactionHash: payment.transactionHash,
      token: checksumAddress(payment.token),
      detail: {
        units: String(payment.units),
        usd: microsToDecimal(payment.usdMicros ?? micros(0n)),
        ...(payment.mismatch ? { mismatch: payment.mismatch } : {}),
      },
    })
  }
  return notePartPayment(ctx, { moved, decision, noted: input.noted })
}

/** Returns null for a payment that the status shows. */
function entryTypeOf(
  { chainId, token, mismatch }: Payment,
  { receipt, decision }: { receipt: Receipt; decision: Decision },
): 'extra_payment' | 'payment_ignored' | null {
  // The merchant did not receive it, or anyone can mint it.
  const isWorthless = mismatch === 'wrong_payout' || findAsset(chainId, token) === null
  if (isWorthless) return 'payment_ignored'
  if (statusFacts[receipt.status].isPaid || receipt.status === 'refunded') return 'extra_payment'
  return mismatch !== null && decision.standing !== 'mismatch' ? 'payment_ignored' : null
}

/** Adds an entry when the amount changed by a cent or more: anyone can send less. */
async function notePartPayment(
  ctx: TxContext,
  { moved, decision, noted }: { moved: Receipt; decision: Decision; noted: Micros },
): Promise<Micros> {
  const { standing, paidMicros, dueMicros, openMicros } = decision
  if (openMicros === 0n) return openMicros
  const change = openMicros > noted ? openMicros - noted : noted - openMicros
  if (change < dustMicros) return noted
  // The status shows a mismatch.
  if (standing === 'mismatch') return openMicros
  const detail = { paidUsd: microsToDecimal(paidMicros), dueUsd: microsToDecimal(dueMicros) }
  const entry = { receipt: moved, type: 'partially_paid', by: 'settlement', detail }
  await addTimelineEntry(ctx, entry)
  return openMicros
}
