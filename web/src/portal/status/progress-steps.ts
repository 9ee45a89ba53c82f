import type { PortalReceipt } from '@tallystick/sdk'
import type { Texts } from '../../core/texts/en.js'
import { deriveStage } from '../state/derive-stage.js'

export type ProgressStep = { label: string; isDone: boolean }

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
  const isCounting = isDetected && !isConfirmed
  return [
    { label: progress.sent, isDone: isDetected || stage === 'sent' || stage === 'part_paid' },
    {
      label: isCounting ? progress.confirmedOf(have, need) : progress.confirmed,
      isDone: isConfirmed,
    },
    { label: progress.paid, isDone: isPaid },
  ]
}
