import type { PortalReceipt } from '@tallystick/sdk'
import { stageOf } from '../state/derive-stage.js'

/** One step of a payment, and whether it has been taken. */
export type Notch = { label: string; isCut: boolean }

/** How far the money is: sent, confirmed, paid, split. */
export function notchesOf(receipt: PortalReceipt): readonly Notch[] {
  const { have, need } = receipt.confirmations
  const stage = stageOf(receipt)
  const isSplit = receipt.status === 'completed' || receipt.status === 'reconciled'
  const isPaid = stage === 'paid'
  const isSeen = isPaid || stage === 'confirming'
  const isConfirmed = isPaid || (isSeen && have >= need)
  const count = isPaid ? need : have
  return [
    { label: 'Sent', isCut: isSeen || stage === 'sent' || stage === 'part_paid' },
    { label: isSeen ? `Confirmed ${count} of ${need}` : 'Confirmed', isCut: isConfirmed },
    { label: 'Paid', isCut: isPaid },
    { label: 'Split', isCut: isSplit },
  ]
}
