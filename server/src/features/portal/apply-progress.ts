import { assertNever } from '../../lib/assert-never.js'
import { AppError } from '../../lib/errors.js'
import type { TxContext } from '../../platform/context.js'
import type { Receipt } from '../receipts/receipt.js'
import { addTimelineEntry } from '../receipts/status/add-timeline-entry.js'
import { type FailureCode, findFailure } from '../receipts/status/failures.js'
import { isExpired } from '../receipts/status/is-expired.js'
import { moveReceipt } from '../receipts/status/move-receipt.js'
import { statusFacts } from '../receipts/status/statuses.js'
import { canBecomePending } from './can-become-pending.js'
import { failCheckout } from './fail-checkout.js'
import {
  endSession,
  failAttempt,
  newSession,
  type PortalSession,
  startAttempt,
} from './portal-session.js'
import type { Progress } from './read-progress.js'
import { findSession, upsertSession } from './session-store.js'
import { trackBuyer } from './track-buyer.js'

/** Whoever fails or gives up more often than that fills neither the timeline nor the merchant's server. */
const notedAttempts = 100

/** The receipt is held by the transaction, and so is what was done on its page. */
type Page = { receipt: Receipt; session: PortalSession }

const byPortal = { actor: 'portal', by: 'portal' } as const

/**
 * Applies a buyer's progress to a receipt that the transaction has locked, and saves the buyer's session.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function applyProgress(
  ctx: TxContext,
  { receipt, progress }: { receipt: Receipt; progress: Progress },
): Promise<void> {
  const ref = { merchant: receipt.merchant, receiptId: receipt.id }
  const session = (await findSession(ctx.db, ref)) ?? newSession(ref, ctx.now())
  await upsertSession(ctx.db, await advance(ctx, { receipt, session, progress }))
}

function advance(
  ctx: TxContext,
  { progress, ...page }: Page & { progress: Progress },
): Promise<PortalSession> {
  switch (progress.status) {
    case 'link_opened':
    case 'checkout_initialized':
      return trackBuyer(ctx, { ...page, to: progress.status, ...byPortal })
    case 'pending':
      return beginPayment(ctx, page)
    case 'failed': {
      const { failureCode: code } = progress
      const isLeaving = findFailure(code)?.category === 'session'
      return isLeaving ? leave(ctx, page, code) : noteAttempt(ctx, page, code)
    }
    default:
      return assertNever(progress)
  }
}

/** Where money has come already, or the buyer says so, the status knows more; paying the rest is all right. */
async function beginPayment(ctx: TxContext, { receipt, session }: Page): Promise<PortalSession> {
  const now = ctx.now()
  const { isPaid, isFinal } = statusFacts[receipt.status]
  if (isPaid || isFinal) throw new AppError('invalid_input', 'This receipt is paid')
  if (isExpired(receipt, now)) throw new AppError('invalid_input', 'The time to pay this is over')
  if (canBecomePending(receipt)) await moveReceipt(ctx, { receipt, to: 'pending', ...byPortal })
  return startAttempt(session, now)
}

/** The receipt stays as it is: the buyer may try again on the same page. */
async function noteAttempt(
  ctx: TxContext,
  { receipt, session }: Page,
  code: FailureCode,
): Promise<PortalSession> {
  const now = ctx.now()
  if (statusFacts[receipt.status].isSettled) return { ...session, lastSeenAt: now }
  if (session.attempts < notedAttempts) {
    const detail = { failureCode: code }
    await addTimelineEntry(ctx, { receipt, word: 'attempt_failed', by: byPortal.by, detail })
  }
  return failAttempt(session, { code, now })
}

/** What went wrong says more than that the buyer then left. Who left too often is believed when nothing follows. */
async function leave(
  ctx: TxContext,
  { receipt, session }: Page,
  code: FailureCode,
): Promise<PortalSession> {
  const reason = session.attempt?.code ?? code
  if (session.attempts >= notedAttempts) {
    return failAttempt(session, { code: reason, now: ctx.now() })
  }
  const outcome = await failCheckout(ctx, { receipt, code: reason, ...byPortal })
  const seen = { ...session, lastSeenAt: ctx.now() }
  return outcome === 'under way' ? seen : endSession(seen)
}
