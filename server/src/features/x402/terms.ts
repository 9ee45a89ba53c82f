import type { Plan } from '../../auth/plans.js'
import type { Address } from '../../lib/hex.js'
import type { BaseUnits } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import { findToken, type Token } from '../../platform/chain/tokens.js'

/** The time that a buyer has to sign and to pay. */
export const maxTimeoutSeconds = 300
/** Base units of USDC per cent. */
export const unitsPerCent = 10_000n

/** The order or plan that a payment buys. */
export type Subject =
  | { kind: 'order'; merchant: Address; receiptId: string }
  | { kind: 'plan'; plan: Plan }

/** The payment that a request requires. */
export type Terms = {
  chainId: number
  token: Token & { domain: NonNullable<Token['domain']> }
  payTo: Address
  units: BaseUnits
  subject: Subject
  /** Set when the price has expired. Then only a payment that was executed before counts. */
  isExpired?: boolean
}

/** The reason to refuse a payment for an expired price. */
export const quoteExpired = 'quote_expired'

/** Terms as offered to a buyer. */
export type Offer = Omit<Terms, 'subject'> & {
  description: string
  expiresAt: UnixMs | null
  /** Goes into the header and into the proof, so it is short. */
  summary: OfferSummary
  /** The itemized price, for the body. */
  quote: Record<string, unknown> | null
  /** Describes the request body to clients that sent none. */
  inputSchema?: Record<string, unknown>
}

type OfferSummary = {
  quoteId?: string
  expiresAt?: UnixMs
  totalUsd?: number
  lines?: { label: string; usd: number }[]
}

/**
 * Returns the token that x402 payments use on a chain: USDC.
 *
 * @throws {Error} when the chain has none with a signing domain.
 */
export function paymentToken(chainId: number): Terms['token'] {
  const token = findToken(chainId, 'USDC')
  if (!token?.domain) throw new Error(`the chain ${chainId} has no USDC that supports signatures`)
  return { ...token, domain: token.domain }
}
