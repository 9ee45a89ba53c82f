import { AppError, type ErrorCode, errorStatus } from '../../lib/errors.js'
import { StoreUnavailable } from '../db/store-unavailable.js'

/** The response to an error. `isBug` errors are logged for the operator. */
export type WireError = {
  status: number
  body: { error: ErrorCode; message: string; [field: string]: unknown }
  /** Seconds after which a retry makes sense. */
  retryAfter?: number
  isBug: boolean
}

/** Codes for the framework's own 4xx errors, by status. All others are invalid input. */
const codeByStatus: Record<number, ErrorCode> = {
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  431: 'headers_too_large',
}

/** Replaces messages that are specific to the framework. */
const messages: Partial<Record<ErrorCode, string>> = {
  payload_too_large: 'The request body is larger than this endpoint accepts.',
  uri_too_long: 'The URL is too long.',
  unsupported_media_type: 'Send the body as application/json.',
}

const storeUnavailable = 'The data store is unavailable. Try again in a moment.'

/** Converts anything thrown into an error response. Internal details are left out. */
export function toWireError(error: unknown): WireError {
  if (error instanceof AppError) {
    const { code, message, fields, retryAfterMs } = error
    const response = wireError(code, message, fields)
    if (retryAfterMs === undefined) return response
    return { ...response, retryAfter: Math.max(1, Math.ceil(retryAfterMs / 1_000)) }
  }
  if (error instanceof StoreUnavailable) {
    const { message = storeUnavailable, retryAfterMs = 1_000 } = error.advice ?? {}
    return {
      ...wireError('failed', message, { reason: 'datastore_unavailable' }),
      retryAfter: Math.ceil(retryAfterMs / 1_000),
    }
  }

  const refusal = frameworkRefusal(error)
  if (refusal) {
    const code = codeByStatus[refusal.status] ?? 'invalid_input'
    return wireError(code, messages[code] ?? refusal.message)
  }
  return {
    ...wireError('failed', 'Something went wrong on our side. Try again later.'),
    isBug: true,
  }
}

/** Returns the response for `code`. `fields` cannot override code or message. */
export function wireError(
  code: ErrorCode,
  message: string,
  fields: Record<string, unknown> = {},
): WireError {
  return {
    status: errorStatus[code],
    body: { ...fields, error: code, message },
    isBug: false,
  }
}

/** Ignores errors of other libraries: a status they carry is not meant for our caller. */
function frameworkRefusal(error: unknown): { status: number; message: string } | null {
  if (!(error instanceof Error) || !('code' in error) || !('statusCode' in error)) return null
  const { code, statusCode: status, message } = error
  if (typeof status !== 'number' || status < 400 || status > 499) return null
  if (code === 'ECONNRESET')
    return { status, message: 'The request ended before its body was complete.' }
  return String(code).startsWith('FST_') ? { status, message } : null
}
