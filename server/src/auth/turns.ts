import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { SECOND_MS } from '../lib/time.js'
import type { Context } from '../platform/context.js'
import { observeArrivals } from '../platform/http/connection-arrivals.js'
import { createConnectionOwners } from '../platform/http/connection-owners.js'
import { createFairQueue } from '../platform/limits/fair-queue.js'
import { networkKeyOf } from '../platform/limits/network-address.js'

export type Turns = {
  /**
   * Resolves at the turn of the request's network address.
   *
   * @throws {AppError} `rate_limited` when too many calls wait.
   */
  take(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Ends the turn of a request when its response is complete. */
  end: onSendHookHandler
}

/** Enough for calls to share statements. */
const callsAtOnce = 32
/** The largest page takes about 12 ms, so these delay other calls by 100 ms at most. */
const callsInFlood = 8
/** A call that takes longer waits for something else, such as a slow body or the chain. Others go on. */
const maxDurationMs = 100
const maxAcceptMs = 50
const retryAfterMs = SECOND_MS

/**
 * Creates the queue of calls without a key. Such callers cost an attacker nothing, and together they can request more than the
 * process can do. Their network addresses and sites take turns, so that none waits for the calls of another one. While many
 * connections arrive, fewer calls run at once, and they start when the waiting connections are accepted.
 */
export function createTurns(
  server: FastifyInstance,
  ctx: Pick<Context, 'now' | 'config'>,
  { maxTurnMs = maxDurationMs }: { maxTurnMs?: number } = {},
): Turns {
  const arrivals = observeArrivals(server.server)
  const owners = createConnectionOwners(ctx)
  const atOnce = () => (arrivals.isFlooded() ? callsInFlood : callsAtOnce)
  const queue = createFairQueue(ctx, { limit: 'waiting-calls', atOnce, retryAfterMs })
  const enders = new WeakMap<FastifyRequest, () => void>()

  /** In a flood, calls start one after another. */
  let starting = Promise.resolve()

  /** Resolves when the turn has ended. */
  async function hold(request: FastifyRequest, begin: () => void): Promise<void> {
    if (arrivals.isFlooded()) {
      starting = starting.then(() => arrivals.untilAccepted(maxAcceptMs))
      await starting
    }
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, maxTurnMs).unref()
      enders.set(request, () => {
        clearTimeout(timer)
        resolve()
      })
      begin()
    })
  }

  return {
    take(request, reply) {
      const network = networkKeyOf(request.ip)
      if (owners.isOverLimit(request.raw.socket, network)) reply.header('connection', 'close')
      return new Promise((begin, refuse) => {
        queue
          .run(network, () => hold(request, begin))
          .catch((error: unknown) => {
            // An open connection takes memory.
            reply.header('connection', 'close')
            refuse(error)
          })
      })
    },
    end(request, _reply, payload, done) {
      enders.get(request)?.()
      done(null, payload)
    },
  }
}
