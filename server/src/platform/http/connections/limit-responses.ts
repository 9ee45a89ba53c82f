import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import type { AppError } from '../../../lib/errors.js'
import { SECOND_MS } from '../../../lib/time.js'
import type { Context } from '../../context.js'
import type { Limit } from '../../limits/limit.js'
import { limitReached } from '../../limits/limit-reached.js'
import type { LimitName } from '../../limits/limits.js'
import { maxOf, maxOfSite } from '../../limits/max-of.js'
import { networkKeyOf, siteOfKey } from '../../limits/network-address.js'
import { createPace } from './pace.js'

type Options = {
  /** The time without progress after which a response is destroyed. */
  stallMs?: number
  /** Replaces single figures of the limit. */
  max?: Limit['max']
}

/** A response whose bytes the system has not taken over completely. */
type InFlight = { network: string; group: string; bytes: number; response: ServerResponse }

type Owner = { network: string; group: string; route: string }
/** `key` is the network address or site that holds too much. */
type Refusal = { key: string; owner: 'network' | 'platform'; max: number }

/** A smaller one fits into the buffers of the system. Counting it would cost more than it takes. */
const countedFrom = 16_384
/** UTF-8 has at most three bytes for each unit of a string's length. */
const maxBytesPerUnit = 3
/** Half a megabyte takes about a millisecond to write. */
const maxBytesPerTurn = 2_097_152
/** Turning a value into text takes several times as long as writing the text. */
const serializingCost = 4
const limit: LimitName = 'response-bytes'
const retryAfterMs = 5 * SECOND_MS

/**
 * Limits the memory that clients hold by not reading their responses. A response without progress
 * for 30 s is destroyed. The bytes in flight are limited per network address, per /48 site of IPv6
 * and in total. Beyond the total, the site or address with the most bytes loses its oldest
 * response, so that a client that reads is still served. A write has happened by then, so its
 * response is never withheld: its owner loses older responses instead. Once a response was refused,
 * further requests for the same route are refused before any work, until one of the owner's
 * responses has ended.
 */
export function limitResponses(
  server: FastifyInstance,
  ctx: Pick<Context, 'config' | 'now'>,
  { stallMs = 30 * SECOND_MS, max: replaced = {} }: Options = {},
): void {
  const inFlight = createInFlight()
  const pace = createPace(maxBytesPerTurn)
  /** Routes with responses that count. Others do not wait. */
  const countedRoutes = new Set<string>()
  /** Responses that waited before they became text. */
  const paced = new WeakSet<ServerResponse>()
  const maxOfOwner = (owner: 'network' | 'platform') =>
    replaced[owner] ?? maxOf(ctx.config, limit, owner) ?? Number.POSITIVE_INFINITY

  /** Also closes the connection, with all requests that were sent in advance. */
  function refuse(reply: FastifyReply, { owner, max }: Refusal): AppError {
    reply.header('connection', 'close')
    const resetAt = ctx.now() + retryAfterMs
    return limitReached(limit, { owner, max, resetAt, retryAfterMs })
  }

  /** Returns why an owner of responses has too many bytes in flight. One is always allowed. */
  function findExcess({ network, group, bytes }: Omit<InFlight, 'response'>): Refusal | null {
    const [ofNetwork, platformMax] = [maxOfOwner('network'), maxOfOwner('platform')]
    const ofSite = siteOfKey(network) === null ? ofNetwork : maxOfSite(ofNetwork, platformMax)
    const isOver = (inFlightBytes: number, max: number) =>
      inFlightBytes > 0 && inFlightBytes + bytes > max
    if (isOver(inFlight.bytesOf(network), ofNetwork)) {
      return { key: network, owner: 'network', max: ofNetwork }
    }
    if (isOver(inFlight.bytesOfGroup(group), ofSite)) {
      return { key: group, owner: 'network', max: ofSite }
    }
    while (inFlight.total() + bytes > platformMax && inFlight.total() > 0) {
      const largest = inFlight.largestGroup()
      if (largest === group) return { key: group, owner: 'platform', max: platformMax }
      inFlight.destroyOldest(largest)
    }
    return null
  }

  server.addHook('onRequest', (request, reply, done) => {
    const refusal =
      inFlight.hasRefusals() && isRead(request) ? inFlight.findRefused(ownerOf(request)) : null
    if (refusal) done(refuse(reply, refusal))
    else done()
  })

  // Requests that share a read end in one turn. As values, their responses share memory. As text,
  // each has its own, and would count before its client could read it.
  server.addHook('preSerialization', (request, reply, payload, done) => {
    if (!countedRoutes.has(routeOf(request))) {
      done(null, payload)
      return
    }
    paced.add(reply.raw)
    pace.run(0, () => done(null, payload))
  })

  server.addHook('onSend', (request, reply, payload, done) => {
    // Node emits `timeout` only if the write queue has not become shorter, and then destroys the
    // socket.
    reply.raw.socket?.setTimeout?.(stallMs)
    const bytes = sizeOf(payload)
    if (bytes < countedFrom || request.method === 'HEAD') {
      done(null, payload)
      return
    }
    const owner = ownerOf(request)
    countedRoutes.add(owner.route)
    const entry = { ...owner, bytes, response: reply.raw }
    let refusal = findExcess(entry)
    while (refusal && !isRead(request)) {
      inFlight.destroyOldest(refusal.key)
      refusal = findExcess(entry)
    }
    if (refusal) {
      inFlight.refuse(owner.route, refusal)
      dropContentHeaders(reply)
      done(refuse(reply, refusal))
      return
    }
    inFlight.add(entry)
    if (paced.has(reply.raw)) {
      pace.add(bytes * serializingCost)
      done(null, payload)
    } else pace.run(bytes, () => done(null, payload))
  })
}

/**
 * Encodes large responses of every route added afterwards. A response that waits for its client
 * then keeps only its bytes in memory, not its text. Call it last: other hooks read the text.
 */
export function encodeResponses(server: FastifyInstance): void {
  const encode: onSendHookHandler = (_request, _reply, payload, done) =>
    done(null, typeof payload === 'string' && isCounted(payload) ? Buffer.from(payload) : payload)
  server.addHook('onRoute', (route) => {
    route.onSend = [...[route.onSend ?? []].flat(), encode]
  })
}

function createInFlight() {
  const entries = new Set<InFlight>()
  const byNetwork = new Map<string, number>()
  const byGroup = new Map<string, number>()
  /** Refused routes of a network address or site, until one of its responses has ended. */
  const refusals = new Map<string, Map<string, Refusal>>()
  let total = 0

  function count({ network, group, bytes }: InFlight, sign: 1 | -1): void {
    total += sign * bytes
    addTo(byNetwork, network, sign * bytes)
    addTo(byGroup, group, sign * bytes)
  }

  function remove(entry: InFlight): void {
    if (!entries.delete(entry)) return
    count(entry, -1)
    refusals.delete(entry.network)
    refusals.delete(entry.group)
  }

  return {
    total: () => total,
    hasRefusals: () => refusals.size > 0,
    findRefused: ({ network, group, route }: Owner): Refusal | null =>
      refusals.get(network)?.get(route) ?? refusals.get(group)?.get(route) ?? null,
    /** Remembers a refusal until a response of its owner ends. A refused owner always has one. */
    refuse(route: string, refusal: Refusal): void {
      const routes = refusals.get(refusal.key) ?? new Map<string, Refusal>()
      routes.set(route, refusal)
      refusals.set(refusal.key, routes)
    },
    bytesOf: (network: string) => byNetwork.get(network) ?? 0,
    bytesOfGroup: (group: string) => byGroup.get(group) ?? 0,
    /** Counts a response until the system has taken it over, or its connection is closed. */
    add(entry: InFlight): void {
      entries.add(entry)
      count(entry, 1)
      entry.response.once('finish', () => remove(entry)).once('close', () => remove(entry))
    },
    largestGroup(): string {
      let largest = ''
      for (const [group, bytes] of byGroup) {
        if (bytes > (byGroup.get(largest) ?? 0)) largest = group
      }
      return largest
    },
    /** Destroys the oldest response of a network address or site. */
    destroyOldest(key: string): void {
      for (const entry of entries) {
        if (entry.group !== key && entry.network !== key) continue
        remove(entry)
        entry.response.destroy()
        return
      }
    },
  }
}

function addTo(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

/** Returns the bytes of a response, or 0 for a small one or a stream, which the client paces. */
function sizeOf(payload: unknown): number {
  if (typeof payload === 'string') return isCounted(payload) ? Buffer.byteLength(payload) : 0
  return Buffer.isBuffer(payload) ? payload.length : 0
}

/** A shorter text has fewer bytes than are counted, whatever its characters are. */
function isCounted(text: string): boolean {
  return text.length * maxBytesPerUnit >= countedFrom
}

function ownerOf(request: FastifyRequest): Owner {
  const network = networkKeyOf(request.ip)
  return { network, group: siteOfKey(network) ?? network, route: routeOf(request) }
}

function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? ''
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET'
}

/** Removes the headers that describe the content which is not sent. */
function dropContentHeaders(reply: FastifyReply): void {
  for (const name of [
    'etag',
    'content-encoding',
    'content-disposition',
    'content-range',
    'content-length',
  ]) {
    reply.removeHeader(name)
  }
  reply.header('cache-control', 'no-store')
}
