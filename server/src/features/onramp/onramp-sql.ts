import type { Hash } from '../../lib/hex.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import { isBlocking } from '../payments/read-model/blocked-receipts.js'
import type { ProviderName } from './provider.js'
import type { SessionState } from './session.js'

/** The card payment that a payment page shows. */
export type ShownSession = {
  provider: ProviderName
  sessionId: string
  /** Null once it is forgotten. */
  url: string | null
  state: SessionState
  /** Why its last attempt failed, if no other has started since. */
  failureCode: string | null
  expiresAt: UnixMs
}

export type ShownSessionRow = {
  provider: ProviderName
  session_id: string
  url: string | null
  state: SessionState
  failure_code: string | null
  expires_at: number
}

/**
 * SQL of the card payment that is being processed, or else of the newest one, as JSON. Null without
 * one. A page whose link may have been guessed shares only a payment that is being processed.
 */
export const onrampSessionOf = (receipt: string) => `(
  select json_build_object(
    'provider', provider, 'session_id', session_id, 'url', url, 'state', state,
    'failure_code', failure_code, 'expires_at', expires_at
  )
  from onramp_sessions
  where merchant = ${receipt}.merchant and receipt_id = ${receipt}.id and session_id is not null
    and (not is_limited or state = 'processing')
  order by state = 'processing' desc, created_at desc, id limit 1
)`

/** SQL condition: a card payment of a receipt was started. Otherwise the columns here are empty. */
export const hasCardPayment = (receipt: string) => `exists (
  select from onramp_sessions where merchant = ${receipt}.merchant and receipt_id = ${receipt}.id
)`

/** The card payments of a receipt, beside the one that a page shows. */
export type CardFacts = {
  /** The transactions that delivered the money. */
  hashes: readonly Hash[]
  /** Whether a legal check does not permit to pay the receipt. */
  isBlocked: boolean
  /** Whether the newest card payment of a page whose link may have been guessed has failed. */
  hasLimitedFailure: boolean
}

export type CardFactsRow = {
  hashes: Hash[] | null
  is_blocked: boolean | null
  has_limited_failure: boolean | null
}

/** SQL of the card payments of a receipt, as JSON. */
export const cardFactsOf = (receipt: string) => `(
  select json_build_object(
    'hashes', json_agg(tx_hash) filter (where state = 'complete' and tx_hash is not null),
    'is_blocked', bool_or(${isBlocking}),
    'has_limited_failure', (
      array_agg(failure_code is not null order by created_at desc, id) filter (where is_limited)
    )[1]
  )
  from onramp_sessions where merchant = ${receipt}.merchant and receipt_id = ${receipt}.id
)`

/** Converts the row. Null stands for no card payments. */
export function toCardFacts(row: CardFactsRow | null): CardFacts {
  return {
    hashes: row?.hashes ?? [],
    isBlocked: row?.is_blocked ?? false,
    hasLimitedFailure: row?.has_limited_failure ?? false,
  }
}

export function toShownSession(row: ShownSessionRow): ShownSession {
  return {
    provider: row.provider,
    sessionId: row.session_id,
    url: row.url,
    state: row.state,
    failureCode: row.failure_code,
    expiresAt: unixMs(row.expires_at),
  }
}
