import { type ReceiptStatus, statusFacts } from '../../../lib/receipt-statuses.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../../receipts/receipt.js'
import { moveReceipt } from '../../receipts/status/move-receipt.js'
import { decideTransition, type TransitionActor } from '../../receipts/status/transitions.js'
import { hasPayment } from '../read-model/session-store.js'
import { type LockedPage, type PortalSession, startAttempt } from './portal-session.js'

type Step = LockedPage & { to: 'link_opened' | 'buyer_logged_in' | 'checkout_initialized' }

/** The statuses before payment, in order. */
const steps: readonly ReceiptStatus[] = ['link_opened', 'buyer_logged_in', 'checkout_initialized']

/**
 * Records a buyer's step on the payment page and returns the new session. Opening the page or
 * signing in again never moves the checkout back.
 */
export async function trackBuyer(
  ctx: TxContext,
  { actor, by, ...step }: Step & { actor: TransitionActor; by: string },
): Promise<PortalSession> {
  const { receipt, session, to } = step
  const now = ctx.now()
  // Opening the page again does not hide a failure.
  const isReopened = actor === 'portal' && to === 'link_opened' && receipt.status === 'failed'
  if (!isReopened && !(await isPast(ctx, step))) await moveReceipt(ctx, { receipt, to, actor, by })

  const isOpen = !statusFacts[receipt.status].isSettled
  return to === 'checkout_initialized' && isOpen
    ? startAttempt(session, now)
    : { ...session, lastSeenAt: now }
}

async function isPast(ctx: TxContext, { receipt, session, to }: Step): Promise<boolean> {
  const { status } = receipt
  if (status === 'checkout_success') return true
  // Some receipts are pending from the start, so that alone does not mean a payment has started.
  if (status === 'pending') return session.startedAt !== null || hasPayment(ctx.db, session)
  return steps.indexOf(status) > steps.indexOf(to)
}

/** Returns whether starting a payment changes the receipt's status. */
export function canBecomePending({ status, kind }: Pick<Receipt, 'status' | 'kind'>): boolean {
  const move = { from: status, to: 'pending', actor: 'portal', kind } as const
  return decideTransition(move).kind === 'move'
}
