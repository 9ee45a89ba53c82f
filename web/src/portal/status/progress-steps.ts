import type { PortalReceipt } from '@tallystick/sdk'
import type { Texts } from '../../core/texts/en.js'
import { deriveStage, type Stage } from '../state/derive-stage.js'

export type ProgressStep = { label: string; isDone: boolean; detail?: string }

/** Stages with a payment that is not detected in full. */
const sentStages: readonly Stage[] = ['sent', 'card_charged', 'part_paid']

/** Lists the steps of a payment: sent, confirmed, paid. */
export function listProgressSteps(
  receipt: PortalReceipt,
  { progress }: Texts,
): readonly ProgressStep[] {
  const { have, need } = receipt.confirmations
  const stage = deriveStage(receipt)
  const isPaid = stage === 'paid'
  const isDetected = isPaid || stage === 'confirming'
  const isConfirmed = isPaid || (isDetected && have >= need)
  return [
    { label: progress.sent, isDone: isDetected || sentStages.includes(stage) },
    {
      label: progress.confirmed,
      isDone: isConfirmed,
      // A payment that the merchant recorded has no confirmations.
      ...(isDetected &&
        isConfirmed === have >= need && { detail: progress.confirmedOf(have, need) }),
    },
    { label: progress.paid, isDone: isPaid },
  ]
}
