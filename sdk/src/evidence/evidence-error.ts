/**
 * The reason why a signed offer or receipt was rejected.
 *
 * @example
 * const mayRetry = (code: EvidenceErrorCode) => code === 'key_unavailable'
 */
export type EvidenceErrorCode =
  /** The header is not the base64 text of a JSON object. */
  | 'header_malformed'
  /** The header has no signed offer or receipt. */
  | 'signature_missing'
  /** The key or the resource belongs to another service than `baseUrl`. */
  | 'issuer_wrong'
  /** The DID document of the service could not be read. */
  | 'key_unavailable'
  /** The DID document does not have the key. */
  | 'key_unknown'
  /** The signature does not match the signed text. */
  | 'signature_wrong'
  /** The signed text is not an offer or receipt of version 1. */
  | 'unknown_shape'
  /** The header contradicts what was signed. */
  | 'terms_changed'
  | 'offer_expired'

/**
 * A rejected offer or receipt. The message states the problem and the fix.
 *
 * @example
 * try {
 *   await verifyOffer({ paymentRequired, baseUrl })
 * } catch (error) {
 *   if (error instanceof EvidenceError) console.error(error.code, error.message)
 * }
 */
export class EvidenceError extends Error {
  override readonly name = 'EvidenceError'
  /** Stable, unlike the message. */
  readonly code: EvidenceErrorCode

  constructor(code: EvidenceErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
