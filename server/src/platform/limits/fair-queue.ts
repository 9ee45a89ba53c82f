import type { AppError } from '../../lib/errors.js'
import type { Context } from '../context.js'
import { limitReached } from './limit-reached.js'
import type { LimitName } from './limits.js'
import { type LimitConfig, mostOf } from './most-of.js'

export type FairQueue = {
  /**
   * Runs `work` at the turn of its network address, and returns its result.
   *
   * @throws {AppError} `rate_limited` when too much work waits.
   */
  run<Result>(network: string, work: () => Promise<Result>): Promise<Result>
  /** Returns whether no work runs or waits. */
  isIdle(): boolean
}

type Options = {
  /** The limit of waiting work, per network address and in all. */
  limit: LimitName
  /** How many run at the same time. */
  atOnce: number
  /** When rejected callers may try again. */
  retryAfterMs: number
}

type Waiting = { start(): void; refuse(error: AppError): void }

/**
 * Creates a queue for expensive work. Network addresses take turns, so a busy one delays the others by one turn only. If
 * the queue is full, an address that has nothing in it takes the last place of the address that has most.
 */
export function createFairQueue(
  ctx: Pick<Context, 'now'> & { config: LimitConfig },
  { limit, atOnce, retryAfterMs }: Options,
): FairQueue {
  /** Waiting work by network address. The first address has the next turn. */
  const queues = new Map<string, Waiting[]>()
  let waiting = 0
  let running = 0

  function requirePlace(network: string): void {
    if (running < atOnce) return
    const own = queues.get(network)?.length ?? 0
    if (own >= mostOfOwner('network')) throw full('network')
    if (waiting < mostOfOwner('platform')) return
    const [most = []] = [...queues.values()].toSorted((a, b) => b.length - a.length)
    if (own > 0 || most.length < 2) throw full('platform')
    most.pop()?.refuse(full('platform'))
    waiting -= 1
  }

  function mostOfOwner(owner: 'network' | 'platform'): number {
    return mostOf(ctx.config, limit, owner) ?? Number.POSITIVE_INFINITY
  }

  function full(owner: 'network' | 'platform'): AppError {
    const resetAt = ctx.now() + retryAfterMs
    return limitReached(limit, { owner, most: mostOfOwner(owner), resetAt, retryAfterMs })
  }

  function turnOf(network: string): Promise<void> {
    return new Promise((start, refuse) => {
      const queue = queues.get(network) ?? []
      queue.push({ start, refuse })
      queues.set(network, queue)
      waiting += 1
      startNext()
    })
  }

  function startNext(): void {
    const [next] = queues
    if (!next || running >= atOnce) return
    const [network, queue] = next
    const first = queue.shift()
    queues.delete(network)
    // The address goes to the end of the queue.
    if (queue.length > 0) queues.set(network, queue)
    waiting -= 1
    running += 1
    first?.start()
  }

  return {
    async run(network, work) {
      requirePlace(network)
      await turnOf(network)
      try {
        return await work()
      } finally {
        running -= 1
        startNext()
      }
    },
    isIdle: () => running === 0 && waiting === 0,
  }
}
