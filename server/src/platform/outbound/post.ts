import type { RequestOptions } from 'node:https'
import { isIP } from 'node:net'
import type { Config } from '../config/config.js'
import { createAgent } from './create-agent.js'
import { exchange } from './exchange.js'
import { hostOf } from './host-of.js'
import { lookUp } from './look-up.js'
import type { PostError } from './post-error.js'
import { isPublicAddress } from './public-address.js'
import { readTarget } from './read-target.js'
import { type PostRequest, requestOptions } from './request-options.js'
import type { ResolveHost } from './resolve-host.js'

/** Without an error it has arrived. */
export type PostOutcome = {
  /** `null` when there was no answer. */
  httpStatus: number | null
  error: PostError | null
  durationMs: number
}

export type Poster = {
  /** Sends it, once. Never throws. */
  post(request: PostRequest): Promise<PostOutcome>
  /** Ends all connections, also those in use. */
  close(): void
}

export type PosterOptions = {
  mode: Config['mode']
  resolveHost: ResolveHost
  /** For names, connecting, TLS, sending and the answer together. */
  deadlineMs?: number
  /** No fewer than the caller sends to one host at a time: those beyond it wait, and their time runs. */
  maxSocketsPerHost: number
  /** Which addresses may be connected to: public ones in live mode, all in sandbox mode. */
  isAllowed?: (ip: string) => boolean
  /** Trusted in place of the usual authorities. */
  ca?: string
}

type Verdict = Omit<PostOutcome, 'durationMs'>
type Sending = { asked: RequestOptions; body: string | Uint8Array; deadline: number }

/** Of a name with more addresses than that, the others are not tried when these cannot be reached. */
const maxAddresses = 3
const idleLimits = { idleMs: 1_000, idleSockets: 256 }

/**
 * Makes what posts to addresses that merchants gave us. Every post reads the address anew, looks the name up
 * once and connects to an address from that answer, so that no later answer can lead it into our own network.
 */
export function createPoster(options: PosterOptions): Poster {
  const { mode, resolveHost, deadlineMs = 5_000, maxSocketsPerHost, ca } = options
  const isAllowed = options.isAllowed ?? (mode === 'live' ? isPublicAddress : () => true)
  const agentOptions = { isAllowed, ca, socketsPerHost: maxSocketsPerHost, ...idleLimits }
  const agents = {
    http: createAgent('http:', agentOptions),
    https: createAgent('https:', agentOptions),
  }

  async function send(request: PostRequest, deadline: number): Promise<Verdict> {
    const target = readTarget(request.url, mode)
    if (target === null) return failure('address_refused')
    const host = hostOf(target)
    const found = await findAddresses(host, deadline)
    if (typeof found === 'string') return failure(found)
    if (!found.every(isAllowed)) return failure('address_refused')

    let verdict = failure('connection_failed')
    for (const address of found.slice(0, maxAddresses)) {
      const asked = requestOptions(address, { target, host, request })
      verdict = await sendOnce({ asked, body: request.body, deadline })
      if (!isUnreached(verdict)) return verdict
    }
    return verdict
  }

  async function findAddresses(host: string, deadline: number): Promise<string[] | PostError> {
    if (isIP(host) !== 0) return [host]
    const found = await lookUp(resolveHost, { host, withinMs: timeUntil(deadline) })
    if (found.kind === 'found') return found.addresses
    return found.kind === 'late' ? 'timeout' : 'dns_failed'
  }

  /** Once, also when a connection that was kept breaks: the other end may have taken what was sent on it. */
  function sendOnce({ asked, body, deadline }: Sending): Promise<Verdict> {
    const agent = asked.protocol === 'http:' ? agents.http : agents.https
    return exchange({ agent, options: asked, body, withinMs: timeUntil(deadline) })
  }

  return {
    async post(request) {
      const startedAt = performance.now()
      const sent = send(request, startedAt + deadlineMs)
      const { httpStatus, error } = await sent.catch(() => failure('not_sendable'))
      return { httpStatus, error, durationMs: Math.round(performance.now() - startedAt) }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

function isUnreached({ error }: Verdict): boolean {
  return error === 'connection_refused' || error === 'connection_failed'
}

function failure(error: PostError): Verdict {
  return { httpStatus: null, error }
}

function timeUntil(deadline: number): number {
  return Math.max(1, Math.ceil(deadline - performance.now()))
}
