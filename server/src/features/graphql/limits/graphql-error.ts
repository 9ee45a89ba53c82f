import { AppError, type ErrorCode } from '../../../lib/errors.js'
import { SECOND_MS } from '../../../lib/time.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { toWireError } from '../../../platform/http/wire-error.js'

/** Codes of GraphQL errors that differ from the upper case of ours. */
const codes: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'UNAUTHENTICATED',
  failed: 'INTERNAL_SERVER_ERROR',
}

/** Returns the GraphQL code of an error inside a response with status 200. */
export function graphqlCodeOf(code: ErrorCode): string {
  if (code === 'invalid_input' || code === 'invalid_wallet') return 'BAD_USER_INPUT'
  return codes[code] ?? code.toUpperCase()
}

/** Returns the error for a request that is malformed, invalid or too expensive. It is not executed. */
export function badRequest(message: string): AppError {
  return new AppError('invalid_input', message, { fields: { errors: [wireOf(message)] } })
}

/** Adds the list of errors that GraphQL clients read to an error of any kind. */
export function toGraphqlError(error: unknown): unknown {
  if (error instanceof AppError && 'errors' in error.fields) return error
  const { body, isBug, retryAfter } = toWireError(error)
  if (isBug || error instanceof StoreUnavailable) return error
  const { error: code, message, ...fields } = body
  const wire = wireOf(message, code === 'invalid_input' ? 'BAD_REQUEST' : graphqlCodeOf(code))
  return new AppError(code, message, {
    fields: { ...fields, errors: [wire] },
    retryAfterMs: retryAfter && retryAfter * SECOND_MS,
    cause: error,
  })
}

function wireOf(message: string, code = 'BAD_REQUEST') {
  return { message, extensions: { code } }
}
