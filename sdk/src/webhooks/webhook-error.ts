/**
 * The reason why a webhook was rejected.
 *
 * @example
 * const isSetupError = (code: WebhookErrorCode) => code === 'secret_unusable' || code ===
 * 'body_parsed'
 */
export type WebhookErrorCode =
  /** The body is not raw, for example the object of a body parser. */
  | 'body_parsed'
  | 'body_empty'
  /** The signature matches the sent body, but the body was changed after it was received. */
  | 'body_changed'
  /** The secret is missing, empty, incomplete, or surrounded by quotes or white space. */
  | 'secret_unusable'
  | 'headers_missing'
  /** Several `X-…-Signature` headers are present. Pass `serviceName`. */
  | 'headers_ambiguous'
  /** Two headers, or a header and the body, contradict each other. */
  | 'headers_contradict'
  | 'signature_malformed'
  /** The signature was made with another secret or for another body. */
  | 'signature_wrong'
  | 'outside_tolerance'
  | 'not_json'
  /** The body is not an event. */
  | 'unknown_shape'

/**
 * A rejected webhook. The message states the most likely cause and the fix. It contains neither
 * secrets nor signatures.
 *
 * @example
 * try {
 *   await verifyWebhook({ body, headers, secret })
 * } catch (error) {
 *   if (error instanceof WebhookError) console.error(error.code, error.message)
 * }
 */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  /** Stable, unlike the message. */
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
