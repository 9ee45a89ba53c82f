import { type Agent, type IncomingMessage, request as open } from 'node:http'
import type { RequestOptions } from 'node:https'
import { type PostError, postErrorOf } from './post-error.js'

/** The result of one request. */
type ExchangeResult = {
  httpStatus: number | null
  error: PostError | null
}

type ExchangeInput = {
  agent: Agent
  options: RequestOptions
  body: string | Uint8Array
  /** Timeout for the response headers, and for the whole exchange. */
  timeoutMs: number
}

/** The body is discarded, and read only as far as needed to reuse the connection. */
const bodyLimits = { bytes: 4_096, ms: 200 }
const maxHeaderSize = 8_192
/** Limit of informational responses, such as `103 Early Hints`. */
const maxInformational = 16

/** Sends one request and classifies the response by its status. Does not follow redirects. */
export function exchange({
  agent,
  options,
  body,
  timeoutMs,
}: ExchangeInput): Promise<ExchangeResult> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    // The spread comes last, because properties after a spread cost ten times as much.
    const sent = open({ agent, maxHeaderSize, ...options })
    let result = failure('bad_response')
    let informational = 0
    let timer = setTimeout(() => stop(failure('timeout')), timeoutMs)

    function settle(outcome: ExchangeResult): void {
      clearTimeout(timer)
      resolve(outcome)
    }
    function stop(outcome: ExchangeResult): void {
      settle(outcome)
      sent.destroy()
    }

    sent.on('information', () => {
      informational += 1
      if (informational > maxInformational) stop(result)
    })
    sent.on('response', (response) => {
      result = resultOf(response)
      const bodyMs = Math.min(bodyLimits.ms, timeoutMs - (performance.now() - startedAt))
      clearTimeout(timer)
      timer = setTimeout(() => stop(result), bodyMs)
      discardBody(response, {
        // The connection can be reused only if the request was fully sent.
        onEnd: () => (sent.writableFinished ? settle(result) : stop(result)),
        onTooLong: () => stop(result),
      })
    })
    sent.on('error', (error) => {
      settle(failure(postErrorOf(error)))
    })
    // Closes without an error when the receiver switches protocols or breaks off within the body;
    // the status counts.
    sent.on('close', () => settle(result))
    sent.end(body)
  })
}

function resultOf({ statusCode = 0 }: IncomingMessage): ExchangeResult {
  const error = statusCode >= 200 && statusCode < 300 ? null : 'not_2xx'
  return { httpStatus: statusCode, error }
}

function failure(error: PostError): ExchangeResult {
  return { httpStatus: null, error }
}

function discardBody(
  response: IncomingMessage,
  { onEnd, onTooLong }: { onEnd: () => void; onTooLong: () => void },
): void {
  let bytes = 0
  response.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length
    if (bytes > bodyLimits.bytes) onTooLong()
  })
  response.on('end', onEnd)
  response.on('error', () => {})
}
