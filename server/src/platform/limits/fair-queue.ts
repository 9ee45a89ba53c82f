import type { Config } from '../config/config.js'
import type { Context } from '../context.js'
import { limitReached } from './limit-reached.js'
import { type LimitName, mostOf } from './limits.js'

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

/** Creates a queue for expensive work. Network addresses take turns, so a busy one delays the others by one turn only. */
export function createFairQueue(
  ctx: Pick<Context, 'now'> & { config: Pick<Config, 'mode'> },
  { limit, atOnce, retryAfterMs }: Options,
): FairQueue {
  /** Waiting work by network address. The first address has the next turn. */
  const queues = new Map<string, (() => void)[]>()
  let waiting = 0
  let running = 0

  function requireBelowLimit(network: string): void {
    if (running < atOnce) return
    const counts = { network: queues.get(network)?.length ?? 0, platform: waiting }
    for (const owner of ['network', 'platform'] as const) {
      const most = mostOf(ctx.config, limit, owner)
      if (most === null || counts[owner] < most) continue
      const resetAt = ctx.now() + retryAfterMs
      throw limitReached(limit, { owner, most, resetAt, retryAfterMs })
    }
  }

  function turnOf(network: string): Promise<void> {
    return new Promise((resolve) => {
      const queue = queues.get(network) ?? []
      queue.push(resolve)
      queues.set(network, queue)
      waiting += 1
      startNext()
    })
  }

  function startNext(): void {
    const [next] = queues
    if (!next || running >= atOnce) return
    const [network, queue] = next
    const start = queue.shift()
    queues.delete(network)
    // The address goes to the end of the queue.
    if (queue.length > 0) queues.set(network, queue)
    waiting -= 1
    running += 1
    start?.()
  }

  return {
    async run(network, work) {
      requireBelowLimit(network)
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
