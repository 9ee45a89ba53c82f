import type { RequestOptions } from 'node:https'
import { isIP } from 'node:net'
import type { Config } from '../config/config.js'
import { createAgent } from './create-agent.js'
import { exchange, type ResponseStart } from './exchange.js'
import { lookUp } from './look-up.js'
import type { PostError } from './post-error.js'
import { isPublicAddress } from './public-address.js'
import { hostOf, readTarget } from './read-target.js'
import { type PostRequest, requestOptions } from './request-options.js'
import type { ResolveHost } from './resolve-host.js'

/** The result of a post, delivered if there is no error. */
export type PostOutcome = {
  /** `null` when there was no response. */
  httpStatus: number | null
  error: PostError | null
  /** Absent when there was no response, or an empty one. */
  response?: ResponseStart
  durationMs: number
}

export type Poster = {
  /** Sends the request once. Never throws. */
  post(request: PostRequest): Promise<PostOutcome>
  /** Closes all connections, including those in use. */
  close(): void
}

export type PosterOptions = {
  mode: Config['mode']
  resolveHost: ResolveHost
  /** Time for DNS, connection, TLS, request and response together. */
  deadlineMs?: number
  /** At least the caller's concurrency per host: further posts wait while their deadline runs. */
  maxSocketsPerHost: number
  /** The allowed IP addresses. Default: public ones in live mode, all in sandbox mode. */
  isAllowed?: (ip: string) => boolean
  /** Replaces the default certificate authorities. */
  ca?: string
}

type SendResult = Omit<PostOutcome, 'durationMs'>
type SendInput = { options: RequestOptions; body: string | Uint8Array; deadline: number }

/** How many addresses of a host to try when they cannot be reached. */
const maxAddresses = 3
const idleLimits = { idleMs: 1_000, idleSockets: 256 }

/**
 * Creates a client that posts to URLs of merchants. Each post validates the URL, looks up the host
 * once and connects to one of those addresses, so that a later DNS response cannot lead into our
 * own network.
 */
export function createPoster(options: PosterOptions): Poster {
  const { mode, resolveHost, deadlineMs = 5_000, maxSocketsPerHost, ca } = options
  const isAllowed = options.isAllowed ?? (mode === 'live' ? isPublicAddress : () => true)
  const agentOptions = { isAllowed, ca, socketsPerHost: maxSocketsPerHost, ...idleLimits }
  const agents = {
    http: createAgent('http:', agentOptions),
    https: createAgent('https:', agentOptions),
  }

  async function send(request: PostRequest, deadline: number): Promise<SendResult> {
    const target = readTarget(request.url, mode)
    if (target === null) return failure('address_refused')
    const host = hostOf(target)
    const addresses = await findAddresses(host, deadline)
    if (typeof addresses === 'string') return failure(addresses)
    if (!addresses.every(isAllowed)) return failure('address_refused')

    let result = failure('connection_failed')
    for (const address of addresses.slice(0, maxAddresses)) {
      const options = requestOptions(address, { target, host, request })
      result = await sendOnce({ options, body: request.body, deadline })
      if (!isUnreached(result)) return result
    }
    return result
  }

  async function findAddresses(host: string, deadline: number): Promise<string[] | PostError> {
    if (isIP(host) !== 0) return [host]
    const addresses = await lookUp(resolveHost, { host, withinMs: timeUntil(deadline) })
    if (addresses.kind === 'found') return addresses.addresses
    return addresses.kind === 'timed_out' ? 'timeout' : 'dns_failed'
  }

  /** Never retries, even after a broken connection: the receiver may have processed the request. */
  function sendOnce({ options, body, deadline }: SendInput): Promise<SendResult> {
    const agent = options.protocol === 'http:' ? agents.http : agents.https
    return exchange({ agent, options, body, timeoutMs: timeUntil(deadline) })
  }

  return {
    async post(request) {
      const startedAt = performance.now()
      const exchange = send(request, startedAt + deadlineMs)
      const result = await exchange.catch(() => failure('not_sendable'))
      return { ...result, durationMs: Math.round(performance.now() - startedAt) }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

function isUnreached({ error }: SendResult): boolean {
  return error === 'connection_refused' || error === 'connection_failed'
}

function failure(error: PostError): SendResult {
  return { httpStatus: null, error }
}

function timeUntil(deadline: number): number {
  return Math.max(1, Math.ceil(deadline - performance.now()))
}
