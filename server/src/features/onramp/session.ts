import type { PortalRef } from '../../auth/portal-tokens.js'
import type { Hash } from '../../lib/hex.js'
import type { BaseUnits, Cents } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import { blockingCode } from '../payments/read-model/blocked-receipts.js'
import type { FailureCode } from '../receipts/status/failures.js'
import type { OnrampEvent, Outcome, ProviderName } from './provider.js'

/**
 * `requested`: the provider has not responded yet. `lost`: the provider reported no outcome of a
 * payment for two weeks.
 */
export type SessionState = 'requested' | 'open' | 'processing' | 'complete' | 'rejected' | 'lost'

/** A card payment of a receipt at a provider. */
export type OnrampSession = PortalRef & {
  /** Our own id. */
  id: string
  provider: ProviderName
  /** The id at the provider, and the URL of its page. Null until the provider has responded. */
  sessionId: string | null
  url: string | null
  state: SessionState
  /** Whether a page started it whose link may have been guessed. */
  isLimited: boolean
  /** The amount of USDC to deliver. */
  units: BaseUnits
  sourceUsdCents: Cents | null
  txHash: Hash | null
  /** Why the last attempt failed, if no other has started since. */
  failureCode: FailureCode | null
  /** When the provider created the newest event that was applied. */
  eventAt: UnixMs | null
  createdAt: UnixMs
  updatedAt: UnixMs
  expiresAt: UnixMs
}

/** Returns whether the card was charged, as far as the provider has reported. */
export function isCharged({ state }: Pick<OnrampSession, 'state'>): boolean {
  return state === 'processing' || state === 'complete' || state === 'lost'
}

const ranks: Record<SessionState | Outcome['state'], number> = {
  requested: 0,
  open: 0,
  lost: 0,
  declined: 1,
  processing: 2,
  rejected: 3,
  complete: 4,
}

/**
 * Returns whether an event changes a session. Events arrive in any order, so an older one does not.
 * Among events of the same second, the one that is further along does. A complete session never
 * changes.
 */
export function changesSession(
  session: Pick<OnrampSession, 'state' | 'eventAt'>,
  { at, outcome }: Pick<OnrampEvent, 'at' | 'outcome'>,
): boolean {
  const { state, eventAt } = session
  if (state === 'complete') return false
  if (eventAt === null || at > eventAt) return true
  return at === eventAt && ranks[outcome.state] > ranks[state]
}

/**
 * Returns a session after an event. A payment without a transaction is still on its way: nothing
 * shows that it was delivered.
 */
export function applyEvent(
  session: OnrampSession,
  { at, sessionId, outcome }: OnrampEvent,
  now: UnixMs,
): OnrampSession {
  const isPaying = outcome.state === 'processing' || outcome.state === 'complete'
  const txHash = outcome.state === 'complete' ? outcome.txHash : null
  return {
    ...session,
    sessionId,
    state: stateAfter(outcome),
    failureCode: isPaying ? null : failureAfter(session, outcome),
    sourceUsdCents: (isPaying ? outcome.sourceUsdCents : null) ?? session.sourceUsdCents,
    txHash: txHash ?? session.txHash,
    eventAt: at,
    updatedAt: now,
  }
}

/** Only a payment lifts a legal check: a later failure of another kind does not. */
function failureAfter(
  { failureCode }: Pick<OnrampSession, 'failureCode'>,
  outcome: Outcome,
): FailureCode | null {
  return 'code' in outcome && failureCode !== blockingCode ? outcome.code : failureCode
}

function stateAfter(outcome: Outcome): SessionState {
  if (outcome.state === 'declined') return 'open'
  return outcome.state === 'complete' && outcome.txHash === null ? 'processing' : outcome.state
}
