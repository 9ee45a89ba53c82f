/**
 * What is wrong with a webhook that was not accepted.
 *
 * @example
 * const isOurMistake = (code: WebhookErrorCode) => code === 'secret_unusable' || code === 'body_parsed'
 */
export type WebhookErrorCode =
  /** Something else than the raw body was passed, like the object a body parser makes. */
  | 'body_parsed'
  | 'body_empty'
  /** The signature is right for the body as it was sent, and this is not it any more. */
  | 'body_changed'
  /** Not set, empty or cut off; or right but for what stands around it. */
  | 'secret_unusable'
  | 'headers_missing'
  /** More than one `X-…-Signature`: `serviceName` says which one counts. */
  | 'headers_ambiguous'
  /** Two headers, or a header and the body, that do not agree. */
  | 'headers_contradict'
  | 'signature_malformed'
  /** Made with another secret, or over another body. */
  | 'signature_wrong'
  | 'outside_tolerance'
  | 'not_json'
  /** Not an event. */
  | 'unknown_shape'

/**
 * A webhook that must not be believed. The message says what is most likely wrong and what to do. It carries neither
 * a secret nor a signature.
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
  /** Stable; the message may change. */
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
