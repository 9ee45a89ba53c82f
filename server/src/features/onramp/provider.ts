import type { Address, Hash } from '../../lib/hex.js'
import type { Cents } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import type { Billing } from '../receipts/receipt.js'
import type { FailureCode } from '../receipts/status/failures.js'

export type ProviderName = 'stripe' | 'sandbox'

/** The token that providers deliver. */
export const deliveredSymbol = 'USDC'

/** The part of the context that providers use. */
export type ProviderContext = Pick<
  Context,
  'config' | 'fetch' | 'log' | 'now' | 'sandbox' | 'newId'
>

/** A company that takes a card payment and delivers USDC to a deposit address. */
export type OnrampProvider = {
  name: ProviderName
  capabilities: Capabilities
  /** Creates a session. The same `id` creates it once, so that a lost response can be repeated. */
  createSession(ctx: ProviderContext, session: NewSession): Promise<SessionResult>
  /** Verifies a callback over its raw body. */
  readCallback(ctx: ProviderContext, callback: RawCallback): CallbackResult
}

export type Capabilities = {
  /** ISO codes of the countries that the provider serves; null for all. */
  countries: readonly string[] | null
  minUsdCents: Cents
  maxUsdCents: Cents
  /** Whether the provider's page can redirect the buyer to a URL of the merchant. */
  supportsRedirect: boolean
}

/** Details of the buyer that prefill the provider's page. */
export type Customer = Partial<Billing>

export type NewSession = {
  /** Our own id, which callbacks return. */
  id: string
  merchant: Address
  depositAddress: Address
  /** The amount of USDC to deliver, as a decimal. */
  amount: string
  /** Null for a page whose link may have been guessed. */
  customer: Customer | null
  /** Null when the merchant set none, or the provider does not support it. */
  redirectUrl: string | null
}

export type SessionResult =
  | { kind: 'created'; sessionId: string; url: string; expiresAt: UnixMs }
  | { kind: 'refused'; code: FailureCode }
  /** The session may exist: the outcome is not known. */
  | { kind: 'unavailable'; reason: string }

export type RawCallback = {
  body: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export type CallbackResult =
  | { kind: 'event'; event: OnrampEvent }
  /** Signed, but about something else. */
  | { kind: 'irrelevant' }
  | { kind: 'refused'; reason: string }

/** A verified report of a provider about one of its sessions. */
export type OnrampEvent = {
  eventId: string
  /** When the provider created it. Reports may arrive in another order. */
  at: UnixMs
  merchant: Address
  /** Our own id of the session. */
  id: string
  sessionId: string
  /** The address that receives the USDC; null when the provider does not report it. */
  depositAddress: Address | null
  outcome: Outcome
}

export type Outcome =
  /** The buyer has not paid yet. */
  | { state: 'open' }
  /** An attempt failed. The buyer may try again in the same session. */
  | { state: 'declined'; code: FailureCode }
  /** The session has ended without a payment. */
  | { state: 'rejected'; code: FailureCode }
  /** The card was charged, and the USDC is on its way. */
  | { state: 'processing'; sourceUsdCents: Cents | null }
  | { state: 'complete'; sourceUsdCents: Cents | null; txHash: Hash | null }
