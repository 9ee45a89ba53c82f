import type { TxContext } from '../../platform/context.js'
import type { Receipt } from '../receipts/receipt.js'
import { moveReceipt } from '../receipts/status/move-receipt.js'
import { type ReceiptStatus, statusFacts } from '../receipts/status/statuses.js'
import type { TransitionActor } from '../receipts/status/transitions.js'
import { type PortalSession, startSession } from './portal-session.js'
import { isPaymentUnderWay } from './session-store.js'

/** The receipt is held by the transaction, and so is what was done on its page. */
type Step = {
  receipt: Receipt
  session: PortalSession
  to: 'link_opened' | 'buyer_logged_in' | 'checkout_initialized'
}

/** The way of a buyer before the payment. */
const steps: readonly ReceiptStatus[] = ['link_opened', 'buyer_logged_in', 'checkout_initialized']

/**
 * Notes where a buyer is on the payment page, and returns how far the buyer is then. Whoever opens the page or signs in
 * a second time does not take back how far the checkout is.
 */
export async function trackBuyer(
  ctx: TxContext,
  { actor, by, ...step }: Step & { actor: TransitionActor; by: string },
): Promise<PortalSession> {
  const { receipt, session, to } = step
  const now = ctx.now()
  if (!(await isFurther(ctx, step))) await moveReceipt(ctx, { receipt, to, actor, by })

  const isOpen = !statusFacts[receipt.status].isSettled
  return to === 'checkout_initialized' && isOpen
    ? startSession(session, now)
    : { ...session, lastSeenAt: now }
}

async function isFurther(ctx: TxContext, { receipt, session, to }: Step): Promise<boolean> {
  const { status } = receipt
  if (status === 'checkout_success') return true
  // Some receipts are pending from the start: only with a buyer or some money is that a payment.
  if (status === 'pending') return session.startedAt !== null || isPaymentUnderWay(ctx.db, session)
  return steps.indexOf(status) > steps.indexOf(to)
}
