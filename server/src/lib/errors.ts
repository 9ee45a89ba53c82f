/** Every error code that callers can see, and its HTTP status. It is the body's `error` field. */
export const errorStatus = {
  invalid_input: 400,
  invalid_wallet: 400,
  wallet_required: 400,
  id_required: 400,
  items_required: 400,
  inventory_item_not_found: 400,
  insufficient_stock: 400,
  missing_receipt_id: 400,
  missing_status: 400,
  invalid_buyer: 400,
  invalid_usd: 400,
  invalid_amount: 400,
  platform_recipient_not_configured: 400,
  invalid_payment: 400,
  invalid_permission: 400,
  onramp_refused: 400,
  plan_inactive: 400,
  unauthorized: 401,
  forbidden: 403,
  split_required: 403,
  merchant_suspended: 403,
  step_up_required: 403,
  device_locked: 403,
  wrong_pin: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  idempotency_conflict: 409,
  payment_in_progress: 409,
  payment_already_used: 409,
  gone: 410,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  rate_limited: 429,
  pin_locked: 429,
  headers_too_large: 431,
  failed: 500,
  exchange_rate_unavailable: 503,
  chain_unavailable: 503,
  onramp_unavailable: 503,
  too_many_streams: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** An error that the caller caused or must handle. All others are bugs and become `failed`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** Additional public fields of the body, e.g. `requiredScope`. */
  readonly fields: Record<string, unknown>
  /** When a retry makes sense, for the header `retry-after`. */
  readonly retryAfterMs: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      fields?: Record<string, unknown>
      retryAfterMs?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.fields = options.fields ?? {}
    this.retryAfterMs = options.retryAfterMs
  }
}

/** Returns the error for a value that the caller must correct. */
export function invalidInput(message: string): AppError {
  return new AppError('invalid_input', message)
}

/**
 * Ends a `switch` over a union, so that a missing case is a compile error.
 *
 * @throws {Error} when a value outside the type occurs at run time.
 */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${String(value)}`)
}
