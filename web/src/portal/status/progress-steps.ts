import type { PortalReceipt } from '@tallystick/sdk'
import { deriveStage } from '../state/derive-stage.js'

export type ProgressStep = { label: string; isDone: boolean }

/** Lists the steps of a payment: sent, confirmed, paid, split. */
export function listProgressSteps(receipt: PortalReceipt): readonly ProgressStep[] {
  const { have, need } = receipt.confirmations
  const stage = deriveStage(receipt)
  const isSplit = receipt.status === 'completed' || receipt.status === 'reconciled'
  const isPaid = stage === 'paid'
  const isDetected = isPaid || stage === 'confirming'
  const isConfirmed = isPaid || (isDetected && have >= need)
  const count = isPaid ? need : have
  return [
    { label: 'Sent', isDone: isDetected || stage === 'sent' || stage === 'part_paid' },
    { label: isDetected ? `Confirmed ${count} of ${need}` : 'Confirmed', isDone: isConfirmed },
    { label: 'Paid', isDone: isPaid },
    { label: 'Split', isDone: isSplit },
  ]
}
