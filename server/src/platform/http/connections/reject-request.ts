import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AppError } from '../../../lib/errors.js'
import type { Config } from '../../config/config.js'
import { apiVersion, apiVersionHeader } from '../../version.js'
import { correlationHeader } from '../correlation.js'
import { errorPage, wantsPage } from '../error-page.js'
import { toWireError, type WireError, wireError } from '../wire-error.js'

/** The time for a client to receive the last response before its connection is destroyed. */
const lingerMs = 1_000

/** Responds to a request that is not valid HTTP or is too slow. Node provides only the socket. */
export function rejectBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  correlationId: string,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  // An earlier, complete request is still being handled: send its response, then close.
  const pending = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage
  if (pending?.req.complete) {
    pending.once('finish', () => endSoon(socket))
    return
  }
  // The client would take anything sent after a response for the next response.
  if (socket.bytesWritten > 0) {
    endSoon(socket)
    return
  }

  writeToSocket(socket, brokenRequestError(error.code), correlationId)
}

/** Rejects the CONNECT method, for which Node provides a bare socket. */
export function rejectConnect(socket: Duplex, correlationId: string): void {
  const error = wireError('method_not_allowed', 'This service is not a proxy.')
  writeToSocket(socket, error, correlationId)
}

/** Rejects a path parameter that is longer than any id. The router stops before any hook runs. */
export function rejectLongPath(
  response: ServerResponse,
  input: {
    request: IncomingMessage
    correlationId: string
    refusal: AppError | null
    mode: Config['mode']
  },
): void {
  const { request, correlationId, refusal, mode } = input
  const tooLong = wireError('uri_too_long', 'The URL is too long.')
  const { status, body } = refusal ? toWireError(refusal) : tooLong
  if (wantsPage(request)) {
    const page = errorPage(status, { url: request.url ?? '', mode })
    response.writeHead(status, { ...minimalHeaders(correlationId), ...page.headers })
    response.end(page.html)
    return
  }
  response.writeHead(status, minimalHeaders(correlationId))
  response.end(JSON.stringify(body))
}

function brokenRequestError(code: string | undefined): WireError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return wireError('headers_too_large', 'The request headers are too large.')
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return wireError('request_timeout', 'The request did not arrive in time.')
  }
  return wireError('invalid_input', 'The request is not valid HTTP.')
}

function writeToSocket(socket: Duplex, { status, body }: WireError, correlationId: string): void {
  const text = JSON.stringify(body)
  const headers = {
    ...minimalHeaders(correlationId),
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  endSoon(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${text}`,
  )
}

/**
 * Sends the last text of a connection, and destroys it a moment later. A client may keep its side
 * open, and until then the request would occupy whatever it holds, such as a slot for an upload.
 */
function endSoon(socket: Duplex, text = ''): void {
  socket.end(text)
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

function minimalHeaders(correlationId: string): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    [apiVersionHeader]: apiVersion,
    [correlationHeader]: correlationId,
  }
}
