import { AppError, assertNever } from '../../../lib/errors.js'
import { statusFacts } from '../../../lib/receipt-statuses.js'
import type { TxContext } from '../../../platform/context.js'
import { isExpired, type Receipt } from '../../receipts/receipt.js'
import { addTimelineEntry } from '../../receipts/status/add-timeline-entry.js'
import { type FailureCode, findFailure } from '../../receipts/status/failures.js'
import { moveReceipt } from '../../receipts/status/move-receipt.js'
import { upsertSession } from '../read-model/session-store.js'
import { canBecomePending } from './can-become-pending.js'
import { failCheckout } from './fail-checkout.js'
import { endSession, failAttempt, type PortalSession, startAttempt } from './portal-session.js'
import type { Progress } from './read-progress.js'
import { trackBuyer } from './track-buyer.js'

/** Later attempts are not recorded, so that a buyer cannot flood the timeline or the merchant's webhooks. */
const maxRecordedAttempts = 100

/** The transaction has locked the receipt, which also guards its session. */
type Page = { receipt: Receipt; session: PortalSession }

const byPortal = { actor: 'portal', by: 'portal' } as const

/**
 * Applies a buyer's progress to a receipt that the transaction has locked, and saves the buyer's session.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function applyProgress(
  ctx: TxContext,
  input: Page & { progress: Progress },
): Promise<void> {
  await upsertSession(ctx.db, await advance(ctx, input))
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
      return isLeaving ? leave(ctx, page, code) : recordAttempt(ctx, page, code)
    }
    default:
      return assertNever(progress)
  }
}

/** Starts an attempt. The receipt keeps a status that already says more than `pending`, such as a partial payment. */
async function beginPayment(ctx: TxContext, { receipt, session }: Page): Promise<PortalSession> {
  const now = ctx.now()
  const { isPaid, isFinal } = statusFacts[receipt.status]
  if (isPaid || isFinal) throw new AppError('invalid_input', 'This receipt is already paid.')
  if (isExpired(receipt, now)) throw new AppError('invalid_input', 'This receipt has expired.')
  if (canBecomePending(receipt)) await moveReceipt(ctx, { receipt, to: 'pending', ...byPortal })
  return startAttempt(session, now)
}

/** Records a failed attempt. The receipt keeps its status, so that the buyer may try again on the same page. */
async function recordAttempt(
  ctx: TxContext,
  { receipt, session }: Page,
  code: FailureCode,
): Promise<PortalSession> {
  const now = ctx.now()
  if (statusFacts[receipt.status].isSettled) return { ...session, lastSeenAt: now }
  if (session.attempts < maxRecordedAttempts) {
    const detail = { failureCode: code }
    await addTimelineEntry(ctx, { receipt, type: 'attempt_failed', by: byPortal.by, detail })
  }
  return failAttempt(session, { code, now })
}

/**
 * Fails the checkout of a buyer who leaves, with the failure of the last attempt if there was one. After too many
 * attempts the receipt fails only when no other attempt follows.
 */
async function leave(
  ctx: TxContext,
  { receipt, session }: Page,
  code: FailureCode,
): Promise<PortalSession> {
  const reason = session.attempt?.code ?? code
  if (session.attempts >= maxRecordedAttempts) {
    return failAttempt(session, { code: reason, now: ctx.now() })
  }
  const outcome = await failCheckout(ctx, { receipt, code: reason, ...byPortal })
  const seen = { ...session, lastSeenAt: ctx.now() }
  return outcome === 'payment in flight' ? seen : endSession(seen)
}
