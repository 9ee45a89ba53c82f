import { invalidInput } from '../../lib/errors.js'
import type { Offer, Subject, Terms } from './terms.js'
import type { Proof } from './wire/read-proof.js'

/** A request that the caller pays for. */
export type PaidRequest = {
  route: string
  /** Requests for the same order or plan have the same one. */
  fingerprint: Buffer
  token: Terms['token']
  /** Finds the terms that a payment was made for. */
  findTerms(proof: Proof): Promise<FoundTerms>
  /** Completes what a verified payment buys, before money moves. */
  prepare?(subject: Subject): Promise<void>
  /** Offers the current price. */
  offer(): Promise<Offer>
}

export type FoundTerms =
  | { kind: 'found'; terms: Terms }
  /** The payment fits no terms. */
  | { kind: 'refused'; reason: string }

/** The result of a request that carried a payment. */
export type RedeemResult =
  | {
      kind: 'paid'
      body: Record<string, unknown>
      headers: Record<string, string>
      /** The payment in version 2, as the headers have it. */
      settlement: Record<string, unknown>
    }
  /** Nothing moved. The caller needs a new payment. */
  | { kind: 'refused'; reason: string }

const maxLength = 255

/**
 * Returns the Idempotency-Key of a request, or null.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readIdempotencyKey(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && key !== '' && key.length <= maxLength) return key
  throw invalidInput(`The Idempotency-Key must have 1 to ${maxLength} characters.`)
}
