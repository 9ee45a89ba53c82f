import type { PortalRef } from '../../../auth/portal-tokens.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Receipt } from '../../receipts/receipt.js'
import type { FailureCode } from '../../receipts/status/failures.js'

/** A buyer's progress on the payment page of a receipt. */
export type PortalSession = PortalRef & {
  openedAt: UnixMs
  lastSeenAt: UnixMs
  /** When the open checkout started; null before it starts and after it ends. */
  startedAt: UnixMs | null
  /** The last payment attempt, if it failed and no other has started since. */
  attempt: { code: FailureCode; at: UnixMs } | null
  /** How many attempts or checkouts have failed. */
  attempts: number
  /** Hashes of the ids of its checkouts, the newest last. */
  checkouts: readonly string[]
}

/** A receipt that the transaction has locked, and its session, which the lock guards too. */
export type LockedPage = { receipt: Receipt; session: PortalSession }

export function newSession({ merchant, receiptId }: PortalRef, now: UnixMs): PortalSession {
  const times = { openedAt: now, lastSeenAt: now, startedAt: null }
  return { merchant, receiptId, ...times, attempt: null, attempts: 0, checkouts: [] }
}

/** Marks the checkout as started. */
function startSession(session: PortalSession, now: UnixMs): PortalSession {
  return { ...session, lastSeenAt: now, startedAt: session.startedAt ?? now }
}

/** Starts a payment attempt, which clears an earlier failure. */
export function startAttempt(session: PortalSession, now: UnixMs): PortalSession {
  return { ...startSession(session, now), attempt: null }
}

/** Records a failed attempt; the wait for another one starts now. */
export function failAttempt(
  session: PortalSession,
  { code, now }: { code: FailureCode; now: UnixMs },
): PortalSession {
  const attempts = session.attempts + 1
  return { ...startSession(session, now), attempt: { code, at: now }, attempts }
}

/** Ends the checkout, whatever its outcome. */
export function endSession(session: PortalSession): PortalSession {
  return { ...session, startedAt: null, attempt: null, attempts: session.attempts + 1 }
}
