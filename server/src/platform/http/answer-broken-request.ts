import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AppError } from '../../lib/errors.js'
import { correlationHeader } from './correlation.js'
import { toWireError, type WireError, wireError } from './wire-error.js'

/** Answers what is not HTTP, or arrives too slowly. There is no request to answer through, only a socket. */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  correlationId: string,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  // An earlier request, which arrived whole, is still being answered: that answer goes out, and no more.
  const pending = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage
  if (pending?.req.complete) {
    pending.once('finish', () => socket.end())
    return
  }
  // Whatever comes after an answer would be taken for the next one's.
  if (socket.bytesWritten > 0) {
    socket.end()
    return
  }

  answerThroughSocket(socket, brokenRequestError(error.code), correlationId)
}

/** Answers the method that asks for a tunnel, which Node gives a bare socket. */
export function answerConnect(socket: Duplex, correlationId: string): void {
  const error = wireError('method_not_allowed', 'This service is no proxy')
  answerThroughSocket(socket, error, correlationId)
}

/** Answers a path whose variable part is longer than any id of ours. The router stops before any hook runs. */
export function answerLongPath(
  response: ServerResponse,
  { correlationId, refusal }: { correlationId: string; refusal: AppError | null },
): void {
  const tooLong = wireError('uri_too_long', 'The address is too long')
  const { status, body } = refusal ? toWireError(refusal) : tooLong
  response.writeHead(status, bareHeaders(correlationId))
  response.end(JSON.stringify(body))
}

function brokenRequestError(code: string | undefined): WireError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return wireError('headers_too_large', 'The request headers are too large')
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return wireError('request_timeout', 'The request did not arrive in time')
  }
  return wireError('invalid_input', 'The request is not valid HTTP')
}

function answerThroughSocket(
  socket: Duplex,
  { status, body }: WireError,
  correlationId: string,
): void {
  const text = JSON.stringify(body)
  const headers = {
    ...bareHeaders(correlationId),
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
}

function bareHeaders(correlationId: string): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    [correlationHeader]: correlationId,
  }
}
