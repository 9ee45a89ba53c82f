import { AppError, type ErrorCode, errorStatus } from '../../lib/errors.js'
import { StoreUnavailable } from '../db/store-unavailable.js'

/** What goes out for an error, and whether somebody has to look at it. */
export type WireError = {
  status: number
  body: { error: ErrorCode; message: string; [field: string]: unknown }
  /** Seconds after which trying again makes sense. */
  retryAfter?: number
  isBug: boolean
}

/** The framework's own refusals, by their status; everything else with a 4xx is bad input. */
const codeByStatus: Record<number, ErrorCode> = {
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  431: 'headers_too_large',
}

/** Sentences for the refusals whose own message speaks the framework's language. */
const messages: Partial<Record<ErrorCode, string>> = {
  payload_too_large: 'The request body is larger than this endpoint takes',
  uri_too_long: 'The address is too long',
  unsupported_media_type: 'Send the body as application/json',
}

/** Turns anything thrown into the one shape of errors. What is not meant for callers stays inside. */
export function toWireError(error: unknown): WireError {
  if (error instanceof AppError) {
    return wireError(error.code, error.message, error.fields)
  }
  if (error instanceof StoreUnavailable) {
    return {
      ...wireError('failed', 'The data store is unavailable. Try again in a moment.', {
        reason: 'datastore_unavailable',
      }),
      retryAfter: 1,
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

/** The answer for `code`. Neither code nor message can be overridden by `fields`. */
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

/** Errors of other libraries may carry a status too, but theirs is not meant for our caller. */
function frameworkRefusal(error: unknown): { status: number; message: string } | null {
  if (!(error instanceof Error) || !('code' in error) || !('statusCode' in error)) return null
  const { code, statusCode: status, message } = error
  if (typeof status !== 'number' || status < 400 || status > 499) return null
  if (code === 'ECONNRESET') return { status, message: 'The request ended before its body did' }
  return String(code).startsWith('FST_') ? { status, message } : null
}
