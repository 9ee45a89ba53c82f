import { type Agent, type IncomingMessage, request as open } from 'node:http'
import type { RequestOptions } from 'node:https'
import { type PostError, postErrorOf } from './post-error.js'

/** What came of one request on one connection. */
type Exchanged = {
  httpStatus: number | null
  error: PostError | null
}

type ExchangeInput = {
  agent: Agent
  options: RequestOptions
  body: string | Uint8Array
  /** For everything up to the headers of the answer, and never longer for all of it. */
  withinMs: number
}

/** Of a body nobody reads, only as much is taken as lets the connection be used again. */
const bodyLimits = { bytes: 4_096, ms: 200 }
const maxHeaderSize = 8_192
/** Answers before the answer, as `103 Early Hints`. More of them is no help to anybody. */
const maxHints = 16

/** Sends one request and judges the answer by its status. Redirects are answers like any other. */
export function exchange({ agent, options, body, withinMs }: ExchangeInput): Promise<Exchanged> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    // In this order: what comes after a spread costs ten times as much, and this is done for every post.
    const sent = open({ agent, maxHeaderSize, ...options })
    let verdict = failure('bad_response')
    let hints = 0
    let timer = setTimeout(() => stop(failure('timeout')), withinMs)

    function settle(outcome: Exchanged): void {
      clearTimeout(timer)
      resolve(outcome)
    }
    function stop(outcome: Exchanged): void {
      settle(outcome)
      sent.destroy()
    }

    sent.on('information', () => {
      hints += 1
      if (hints > maxHints) stop(verdict)
    })
    sent.on('response', (answer) => {
      verdict = verdictOf(answer)
      const bodyMs = Math.min(bodyLimits.ms, withinMs - (performance.now() - startedAt))
      clearTimeout(timer)
      timer = setTimeout(() => stop(verdict), bodyMs)
      dropBody(answer, {
        // Only a connection that has taken all of ours as well is good for another request.
        onEnd: () => (sent.writableFinished ? settle(verdict) : stop(verdict)),
        onTooLong: () => stop(verdict),
      })
    })
    sent.on('error', (error) => {
      settle(failure(postErrorOf(error)))
    })
    // Without an error when the other end changes to another protocol, or breaks off in the middle of a body:
    // what it said at the beginning stands.
    sent.on('close', () => settle(verdict))
    sent.end(body)
  })
}

function verdictOf({ statusCode = 0 }: IncomingMessage): Exchanged {
  const error = statusCode >= 200 && statusCode < 300 ? null : 'not_2xx'
  return { httpStatus: statusCode, error }
}

function failure(error: PostError): Exchanged {
  return { httpStatus: null, error }
}

function dropBody(
  answer: IncomingMessage,
  { onEnd, onTooLong }: { onEnd: () => void; onTooLong: () => void },
): void {
  let bytes = 0
  answer.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length
    if (bytes > bodyLimits.bytes) onTooLong()
  })
  answer.on('end', onEnd)
  answer.on('error', () => {})
}
