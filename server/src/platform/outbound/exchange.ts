import { type Agent, type IncomingMessage, request as open } from 'node:http'
import type { RequestOptions } from 'node:https'
import { type PostError, postErrorOf } from './post-error.js'

/** The start of a response, with as much of its body as was read. */
export type ResponseStart = { contentType: string | null; body: Buffer; isComplete: boolean }

/** The result of one request. */
type ExchangeResult = {
  httpStatus: number | null
  error: PostError | null
  /** Absent when there was no response, or an empty one. */
  response?: ResponseStart
}

type ExchangeInput = {
  agent: Agent
  options: RequestOptions
  body: string | Uint8Array
  /** Timeout for the response headers, and for the whole exchange. */
  timeoutMs: number
}

/** The body is read only as far as needed to reuse the connection. */
const bodyLimits = { bytes: 4_096, ms: 200 }
const maxHeaderSize = 8_192
/** Limit of informational responses, such as `103 Early Hints`. */
const maxInformational = 16

/** Sends one request and classifies the response by its status. Does not follow redirects. */
export function exchange(input: ExchangeInput): Promise<ExchangeResult> {
  const { agent, options, body, timeoutMs } = input
  return new Promise((resolve) => {
    const startedAt = performance.now()
    // The spread comes last, because properties after a spread cost ten times as much.
    const clientRequest = open({ agent, maxHeaderSize, ...options })
    let result = failure('bad_response')
    let response: ResponseReader | null = null
    let informational = 0
    let timer = setTimeout(() => stop(failure('timeout')), timeoutMs)

    function settle(outcome: ExchangeResult): void {
      clearTimeout(timer)
      const start = outcome.httpStatus === null ? null : (response?.read() ?? null)
      resolve(start ? { ...outcome, response: start } : outcome)
    }
    function stop(outcome: ExchangeResult): void {
      settle(outcome)
      clientRequest.destroy()
    }

    clientRequest.on('information', () => {
      informational += 1
      if (informational > maxInformational) stop(result)
    })
    clientRequest.on('response', (message) => {
      result = resultOf(message)
      const bodyMs = Math.min(bodyLimits.ms, timeoutMs - (performance.now() - startedAt))
      clearTimeout(timer)
      timer = setTimeout(() => stop(result), bodyMs)
      response = readResponse(message, {
        // The connection can be reused only if the request was fully sent.
        onEnd: () => (clientRequest.writableFinished ? settle(result) : stop(result)),
        onTooLong: () => stop(result),
      })
    })
    clientRequest.on('error', (error) => {
      settle(failure(postErrorOf(error)))
    })
    // Closes without an error when the receiver switches protocols or breaks off within the body;
    // the status counts.
    clientRequest.on('close', () => settle(result))
    clientRequest.end(body)
  })
}

function resultOf({ statusCode = 0 }: IncomingMessage): ExchangeResult {
  const error = statusCode >= 200 && statusCode < 300 ? null : 'not_2xx'
  return { httpStatus: statusCode, error }
}

function failure(error: PostError): ExchangeResult {
  return { httpStatus: null, error }
}

type ResponseReader = {
  /** Returns what was read so far. Null when there is nothing. */
  read(): ResponseStart | null
}

function readResponse(
  message: IncomingMessage,
  { onEnd, onTooLong }: { onEnd: () => void; onTooLong: () => void },
): ResponseReader {
  const chunks: Uint8Array[] = []
  let bytes = 0
  message.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length
    chunks.push(chunk)
    if (bytes > bodyLimits.bytes) onTooLong()
  })
  message.on('end', onEnd)
  message.on('error', () => {})
  return {
    read() {
      const contentType = message.headers['content-type'] ?? null
      if (bytes === 0 && contentType === null) return null
      const body = Buffer.concat(chunks).subarray(0, bodyLimits.bytes)
      return { contentType, body, isComplete: message.complete && bytes <= bodyLimits.bytes }
    },
  }
}
