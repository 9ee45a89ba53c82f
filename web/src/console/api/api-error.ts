/** A call that failed. Status 0 means that the service did not respond. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | null
  /** Further fields of the response, such as `current` of a conflict. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The id under which the service logged the request. */
  readonly correlationId: string | null

  constructor(
    message: string,
    {
      status = 0,
      code = null,
      fields = {},
      correlationId = null,
    }: Partial<Pick<ApiError, 'status' | 'code' | 'fields' | 'correlationId'>> = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = fields
    this.correlationId = correlationId
  }

  /** Whether the same call may succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }

  /** Whether the caller's role or the missing sign-in is the cause. */
  get isRefusal(): boolean {
    return this.status === 403
  }
}

/** Returns the error of a failed query or mutation, whatever was thrown. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError(error instanceof Error ? error.message : String(error))
}
