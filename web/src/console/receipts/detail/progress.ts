import type { Receipt, TimelineEntry } from '../receipt.js'

type StepName = 'sent' | 'confirmed' | 'paid' | 'paidOut'
/** A step of a payment, with its time once it is done. */
export type Step = { name: StepName; at: number | null }

const reachedBy: Readonly<Record<StepName, readonly string[]>> = {
  sent: ['tx_mined', 'recipient_validated', 'paid', 'completed', 'reconciled'],
  confirmed: ['paid', 'completed', 'reconciled'],
  paid: ['paid', 'completed', 'reconciled'],
  paidOut: ['completed', 'reconciled'],
}
const sunkStatuses = [
  'generated',
  'link_opened',
  'buyer_logged_in',
  'checkout_initialized',
  'pending',
  'checkout_success',
  'failed',
  'tx_mismatch',
]

/**
 * Returns the steps of the payment of a receipt. Money that was recorded by hand is neither sent,
 * confirmed nor paid out.
 */
export function listSteps({ status, marked, timeline }: Receipt): Step[] {
  const isOpen = sunkStatuses.includes(status)
  const timeOf = (name: StepName) =>
    isOpen ? null : (findStep(timeline, reachedBy[name])?.at ?? null)
  const names: StepName[] = marked ? ['paid'] : ['sent', 'confirmed', 'paid', 'paidOut']
  return names.map((name) => ({ name, at: timeOf(name) }))
}

/** A reorganization may remove a block, after which the steps are taken again. */
function findStep(
  timeline: readonly TimelineEntry[],
  statuses: readonly string[],
): TimelineEntry | undefined {
  const restart = timeline.findLastIndex(({ status }) => sunkStatuses.includes(status))
  return timeline.slice(restart + 1).find(({ status }) => statuses.includes(status))
}
