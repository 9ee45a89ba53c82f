import { EvidenceError } from './evidence-error.js'
import { evidenceOf, type Fields, fieldsOf, isFields } from './fields.js'
import type { EvidenceIssuer } from './get-key.js'
import { verifyStatement } from './verify-statement.js'

/**
 * The challenge of a paid route, and the service that must have signed it.
 *
 * @example
 * const input: OfferInput = {
 *   baseUrl: 'https://pay.example.com',
 *   paymentRequired: response.headers.get('payment-required'),
 * }
 */
export type OfferInput = EvidenceIssuer & {
  /** The header `PAYMENT-REQUIRED` of a response with status 402. */
  paymentRequired: string | null
  /** Accepts an offer after its end, to check stored evidence. */
  acceptExpired?: boolean | undefined
  /** Replaces the clock, Unix ms. */
  now?: number | undefined
}

/**
 * Terms that the service has signed.
 *
 * @example
 * const { amount, payTo }: VerifiedOffer = await verifyOffer({ paymentRequired, baseUrl })
 */
export type VerifiedOffer = {
  resourceUrl: string
  scheme: string
  /** CAIP-2, such as `eip155:8453`. */
  network: string
  asset: string
  payTo: string
  /** In base units of the asset. */
  amount: string
  /** Unix seconds. */
  validUntil: number
  /** The receipt that the payment pays. Absent if the resource is not an order. */
  receiptId?: string
}

const terms = ['scheme', 'network', 'asset', 'payTo', 'amount'] as const

/**
 * Verifies that the service signed the terms of a challenge, before you pay. Every element of
 * `accepts` must have a signed offer with the same terms, and its `extra` must name the same order,
 * total and end. The lines in `extra` are not signed. Returns the first offer.
 *
 * @throws {EvidenceError} with a `code` and a message that states the problem
 * @example
 * const offer = await verifyOffer({
 *   baseUrl: 'https://pay.example.com',
 *   paymentRequired: response.headers.get('payment-required'),
 * })
 * if (BigInt(offer.amount) > budget) throw new Error('too expensive')
 */
export async function verifyOffer(input: OfferInput): Promise<VerifiedOffer> {
  const challenge = fieldsOf(input.paymentRequired ?? '')
  const offers = await verifyAll(challenge, input)
  const accepts = Array.isArray(challenge['accepts']) ? challenge['accepts'] : []
  const matching = accepts.map((element) => offers.find((offer) => hasSameTerms(offer, element)))

  const [first] = matching
  if (!first || matching.includes(undefined) || !hasSameResource(first, challenge)) {
    throw new EvidenceError(
      'terms_changed',
      'The challenge has terms that the service did not sign. Do not pay it.',
    )
  }
  if (!input.acceptExpired && (input.now ?? Date.now()) / 1_000 > first.validUntil) {
    throw new EvidenceError('offer_expired', 'The offer has expired. Request a new one.')
  }
  return first
}

async function verifyAll(challenge: Fields, issuer: EvidenceIssuer): Promise<VerifiedOffer[]> {
  const { offers } = evidenceOf(challenge)
  // Without offers, the missing one is reported as `signature_missing`.
  const signed = Array.isArray(offers) ? offers : [undefined]
  const verified = await Promise.all(signed.map((offer) => verifyStatement(offer, issuer)))
  return verified.map(readOffer)
}

function readOffer(fields: Fields): VerifiedOffer {
  const { validUntil, receiptId } = fields
  const isText = [...terms, 'resourceUrl'].every((name) => typeof fields[name] === 'string')
  if (fields['version'] !== 1 || !isText || typeof validUntil !== 'number') {
    throw new EvidenceError(
      'unknown_shape',
      'The signed text is not an offer of version 1. Update the SDK, or do not pay it.',
    )
  }
  const texts = Object.fromEntries([...terms, 'resourceUrl'].map((name) => [name, fields[name]]))
  return {
    ...(texts as Omit<VerifiedOffer, 'validUntil' | 'receiptId'>),
    validUntil,
    ...(typeof receiptId === 'string' ? { receiptId } : {}),
  }
}

function hasSameTerms(offer: VerifiedOffer, element: unknown): boolean {
  if (!isFields(element) || terms.some((name) => element[name] !== offer[name])) return false
  const { extra = {} } = element
  return isFields(extra) && hasSameSummary(offer, extra)
}

/** Compares the fields of `extra` that repeat a signed term in another form. */
function hasSameSummary(offer: VerifiedOffer, { quoteId, expiresAt, totalUsd }: Fields): boolean {
  return (
    quoteId === offer.receiptId &&
    (expiresAt === undefined || Math.floor(Number(expiresAt) / 1_000) === offer.validUntil) &&
    (totalUsd === undefined || unitsOf(totalUsd) === offer.amount)
  )
}

/** Returns dollars in base units of USDC, which has six decimals. */
function unitsOf(dollars: unknown): string {
  return `${Math.round(Number(dollars) * 100)}0000`
}

function hasSameResource({ resourceUrl }: VerifiedOffer, { resource }: Fields): boolean {
  return isFields(resource) && resource['url'] === resourceUrl
}
