import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { SECOND_MS } from '../lib/time.js'
import type { Context } from '../platform/context.js'
import { observeArrivals } from '../platform/http/connections/connection-arrivals.js'
import { createConnectionOwners } from '../platform/http/connections/connection-owners.js'
import { createFairQueue } from '../platform/limits/fair-queue.js'
import { networkKeyOf } from '../platform/limits/network-address.js'

export type CallQueue = {
  /**
   * Resolves when the request may run, in round-robin order by network address.
   *
   * @throws {AppError} `rate_limited` when too many calls wait.
   */
  enter(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Closes the connection after the response when its network address keeps too many open. */
  limitKept(request: FastifyRequest, reply: FastifyReply): void
  /** Lets the next request run when the response of this one is complete. */
  leave: onSendHookHandler
}

/** Enough for calls to share statements. */
const callsAtOnce = 32
/** The largest page takes about 12 ms, so these delay other calls by 100 ms at most. */
const callsInFlood = 8
/** A call that takes longer waits for something else, such as a slow body or the chain. */
const maxDurationMs = 100
const maxAcceptMs = 50
const retryAfterMs = SECOND_MS

/**
 * Creates the queue of calls without a key. An attacker can make more of them than the process can
 * serve. They run in round-robin order by network address and site, so none waits for the calls of
 * another. While many connections arrive, fewer calls run at once, and only after these are
 * accepted.
 */
export function createCallQueue(
  server: FastifyInstance,
  ctx: Pick<Context, 'now' | 'config'>,
  { maxRunMs = maxDurationMs }: { maxRunMs?: number } = {},
): CallQueue {
  const arrivals = observeArrivals(server.server)
  const owners = createConnectionOwners(ctx)
  const atOnce = () => (arrivals.isFlooded() ? callsInFlood : callsAtOnce)
  const queue = createFairQueue(ctx, { limit: 'waiting-calls', atOnce, retryAfterMs })
  const leavers = new WeakMap<FastifyRequest, () => void>()

  /** In a flood, calls start one after another. */
  let starting = Promise.resolve()

  /** Resolves when the request is complete, or has run for long. */
  async function runUntilLeft(request: FastifyRequest, begin: () => void): Promise<void> {
    if (arrivals.isFlooded()) {
      starting = starting.then(() => arrivals.untilAccepted(maxAcceptMs))
      await starting
    }
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, maxRunMs).unref()
      leavers.set(request, () => {
        clearTimeout(timer)
        resolve()
      })
      begin()
    })
  }

  function limitKept(request: FastifyRequest, reply: FastifyReply): string {
    const network = networkKeyOf(request.ip)
    if (owners.isOverLimit(request.raw.socket, network)) reply.header('connection', 'close')
    return network
  }

  return {
    limitKept,
    enter(request, reply) {
      const network = limitKept(request, reply)
      return new Promise((begin, refuse) => {
        queue
          .run(network, () => runUntilLeft(request, begin))
          .catch((error: unknown) => {
            // An open connection takes memory.
            reply.header('connection', 'close')
            refuse(error)
          })
      })
    },
    leave(request, _reply, payload, done) {
      leavers.get(request)?.()
      done(null, payload)
    },
  }
}
