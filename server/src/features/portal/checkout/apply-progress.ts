import type { PortalPage } from '../../../auth/portal-tokens.js'
import { AppError, assertNever, invalidInput } from '../../../lib/errors.js'
import { isExpired, statusFacts } from '../../../lib/receipt-statuses.js'
import type { TxContext } from '../../../platform/context.js'
import type { AuthorizationHook } from '../../authorizations/authorization.js'
import type { Receipt } from '../../receipts/receipt.js'
import { addTimelineEntry } from '../../receipts/status/add-timeline-entry.js'
import {
  describeFailure,
  type FailureCode,
  findFailure,
  pageFailureCodes,
} from '../../receipts/status/failures.js'
import { moveReceipt } from '../../receipts/status/move-receipt.js'
import { findSession, upsertSession } from '../read-model/session-store.js'
import type { ProgressBody } from '../schemas.js'
import { failCheckout } from './fail-checkout.js'
import {
  endSession,
  failAttempt,
  type LockedPage,
  newSession,
  type PortalSession,
  startAttempt,
} from './portal-session.js'
import { canBecomePending, trackBuyer } from './track-buyer.js'

/** Records a failed attempt, after which the buyer may try again on the same page. */
export const onAuthorizationFailed: AuthorizationHook = (ctx, receipt) =>
  apply(ctx, receipt, { status: 'failed', failureCode: 'PORTAL_CHAIN_TX_REVERTED' })

/** The statuses that a payment page may report. */
const progressStatuses = ['link_opened', 'checkout_initialized', 'pending', 'failed'] as const

export type Progress =
  | { status: 'link_opened' | 'checkout_initialized' | 'pending' }
  | { status: 'failed'; failureCode: FailureCode }

/** Later attempts are not recorded, so that a buyer cannot flood the timeline or webhooks. */
const maxRecordedAttempts = 100

const byPortal = { actor: 'portal', by: 'portal' } as const

/**
 * Applies a buyer's progress to a receipt, and saves the buyer's session.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function applyProgress(
  ctx: TxContext,
  input: LockedPage & { progress: Progress },
): Promise<void> {
  await upsertSession(ctx.db, await advance(ctx, input))
}

function advance(
  ctx: TxContext,
  { progress, ...page }: LockedPage & { progress: Progress },
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
      return isLeaving ? leave(ctx, page, code) : recordAttempt(ctx, { ...page, code })
    }
    default:
      return assertNever(progress)
  }
}

/** Starts an attempt. A status past `pending`, such as a partial payment, stays. */
async function beginPayment(
  ctx: TxContext,
  { receipt, session }: LockedPage,
): Promise<PortalSession> {
  const now = ctx.now()
  const { isPaid, isFinal } = statusFacts[receipt.status]
  if (isPaid || isFinal) throw invalidInput('This receipt is already paid.')
  if (isExpired(receipt, now)) throw invalidInput('This receipt has expired.')
  if (canBecomePending(receipt)) await moveReceipt(ctx, { receipt, to: 'pending', ...byPortal })
  return startAttempt(session, now)
}

/**
 * Records a failed attempt in the timeline, and returns the session. The receipt keeps its status,
 * so that the buyer may try again. `source` is the reporter, if it is not the page.
 */
export async function recordAttempt(
  ctx: TxContext,
  input: LockedPage & {
    code: FailureCode
    source?: { by: string; detail: Record<string, unknown> }
  },
): Promise<PortalSession> {
  const { receipt, session, code, source } = input
  const now = ctx.now()
  if (statusFacts[receipt.status].isSettled) return { ...session, lastSeenAt: now }
  if (session.attempts < maxRecordedAttempts) {
    const failure = describeFailure({ status: 'failed', failureCode: code })
    const detail = { ...source?.detail, ...failure }
    const by = source?.by ?? byPortal.by
    await addTimelineEntry(ctx, { receipt, type: 'attempt_failed', by, detail })
  }
  return failAttempt(session, { code, now })
}

/**
 * Fails the checkout of a buyer who leaves, with the failure of the last attempt if there was one.
 * After too many attempts the receipt fails only when no other attempt follows.
 */
async function leave(
  ctx: TxContext,
  { receipt, session }: LockedPage,
  code: FailureCode,
): Promise<PortalSession> {
  const reason = session.attempt?.code ?? code
  if (session.attempts >= maxRecordedAttempts) {
    return failAttempt(session, { code: reason, now: ctx.now() })
  }
  const outcome = await failCheckout(ctx, { receipt, code: reason, ...byPortal })
  const updated = { ...session, lastSeenAt: ctx.now() }
  return outcome === 'payment in flight' ? updated : endSession(updated)
}

/**
 * Parses a progress report. A failure requires the code of a failure that a page can observe.
 *
 * @throws {AppError} `missing_status`, `invalid_input`.
 */
export function readProgress(body: ProgressBody): Progress {
  const { status: word, failureCode } = body
  if (word === undefined || word === null || word === '') {
    throw new AppError('missing_status', 'status is required.')
  }
  const status = progressStatuses.find((candidate) => candidate === word)
  if (!status) throw invalidInput(`status must be one of ${progressStatuses.join(', ')}`)
  if (status !== 'failed') return { status }

  const code = pageFailureCodes.find((candidate) => candidate === failureCode)
  if (!code) throw invalidInput(`failureCode must be one of ${pageFailureCodes.join(', ')}`)
  return { status, failureCode: code }
}

/** Moves the receipt to pending. Starts an attempt to pay, except on a limited page. */
export function onAuthorizationAccepted({ isLimited }: PortalPage): AuthorizationHook {
  return async (ctx, receipt) => {
    if (!isLimited) return apply(ctx, receipt, { status: 'pending' })
    if (!canBecomePending(receipt)) return
    await moveReceipt(ctx, { receipt, to: 'pending', actor: 'portal', by: 'portal' })
  }
}

async function apply(ctx: TxContext, receipt: Receipt, progress: Progress): Promise<void> {
  const ref = { merchant: receipt.merchant, receiptId: receipt.id }
  const session = (await findSession(ctx.db, ref)) ?? newSession(ref, ctx.now())
  await applyProgress(ctx, { receipt, session, progress })
}
