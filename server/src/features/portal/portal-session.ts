import type { PortalRef } from '../../auth/portal-tokens.js'
import type { UnixMs } from '../../lib/time.js'
import type { FailureCode } from '../receipts/status/failures.js'

/** What a buyer has done on the payment page of a receipt. */
export type PortalSession = PortalRef & {
  openedAt: UnixMs
  lastSeenAt: UnixMs
  /** Since when a checkout is under way; `null` before it and after it was given up. */
  startedAt: UnixMs | null
  /** The last attempt to pay, when it failed and there was none since. */
  attempt: { code: FailureCode; at: UnixMs } | null
  /** How often the buyer failed, or gave up. */
  attempts: number
}

/** One that begins now. */
export function newSession({ merchant, receiptId }: PortalRef, now: UnixMs): PortalSession {
  const times = { openedAt: now, lastSeenAt: now, startedAt: null }
  return { merchant, receiptId, ...times, attempt: null, attempts: 0 }
}

/** The buyer is there, and has begun to check out. */
export function startSession(session: PortalSession, now: UnixMs): PortalSession {
  return { ...session, lastSeenAt: now, startedAt: session.startedAt ?? now }
}

/** The buyer tries to pay: why it did not work before no longer matters. */
export function startAttempt(session: PortalSession, now: UnixMs): PortalSession {
  return { ...startSession(session, now), attempt: null }
}

/** An attempt did not work; from now on the next one is waited for. */
export function failAttempt(
  session: PortalSession,
  { code, now }: { code: FailureCode; now: UnixMs },
): PortalSession {
  const attempts = session.attempts + 1
  return { ...startSession(session, now), attempt: { code, at: now }, attempts }
}

/** The checkout is over, one way or another. */
export function endSession(session: PortalSession): PortalSession {
  return { ...session, startedAt: null, attempt: null, attempts: session.attempts + 1 }
}
