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

  const status = statusOf(error)
  if (status >= 400 && status < 500) {
    const code = codeByStatus[status] ?? 'invalid_input'
    return wireError(code, messages[code] ?? (error as Error).message)
  }
  return {
    ...wireError('failed', 'Something went wrong on our side. Try again later.'),
    isBug: true,
  }
}

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

function statusOf(error: unknown): number {
  if (!(error instanceof Error) || !('statusCode' in error)) return 500
  return typeof error.statusCode === 'number' ? error.statusCode : 500
}
