import type { AppError } from '../../lib/errors.js'
import type { Context } from '../context.js'
import type { LimitOwner } from './limit.js'
import { limitReached } from './limit-reached.js'
import type { LimitName } from './limits.js'
import { type LimitConfig, maxOf, maxOfSite } from './max-of.js'
import { siteOfKey } from './network-address.js'

export type FairQueue = {
  /**
   * Runs `work` in round-robin order by network address, and returns its result. The networks of a
   * /48 site of IPv6 take turns as one, so that a site has no more turns than an address of IPv4.
   *
   * @throws {AppError} `rate_limited` when too much work waits.
   */
  run<Result>(network: string, work: () => Promise<Result>): Promise<Result>
  /** Returns whether no work runs or waits. */
  isIdle(): boolean
}

type Options = {
  /** The limit of waiting work, per owner and in total. */
  limit: LimitName
  /** The owners that take turns: network addresses by default. */
  owner?: 'network' | 'merchant'
  /** How many run at the same time. */
  atOnce: number | (() => number)
  /** When rejected callers may try again. */
  retryAfterMs: number
}

type WaitingRequest = { network: string; start(): void; refuse(error: AppError): void }

/**
 * Creates a queue for expensive work. Network addresses take turns, so a busy one delays the others
 * by one turn only. If the queue is full, an address that has nothing in it takes the last place of
 * the address with the most work. A site of IPv6 counts as one address here, and has a limit of its
 * own.
 */
export function createFairQueue(
  ctx: Pick<Context, 'now'> & { config: LimitConfig },
  { limit, owner: turnOwner = 'network', atOnce, retryAfterMs }: Options,
): FairQueue {
  /** Waiting work by address or site. The first one has the next turn. */
  const queues = new Map<string, WaitingRequest[]>()
  let waiting = 0
  let running = 0
  const hasPlace = () => running < (typeof atOnce === 'number' ? atOnce : atOnce())

  function requirePlace(network: string): void {
    if (hasPlace()) return
    const ownQueue = queues.get(groupOf(network)) ?? []
    const length = ownQueue.length
    const ofNetwork = ownQueue.filter((work) => work.network === network).length
    const maxOfNetwork = maxOfOwner(turnOwner)
    const isSite = siteOfKey(network) !== null
    if (ofNetwork >= maxOfNetwork) throw queueFull(turnOwner)
    if (isSite && length >= maxOfSite(maxOfNetwork, maxOfOwner('platform')))
      throw queueFull('network')
    if (waiting < maxOfOwner('platform')) return
    const [longest = []] = [...queues.values()].toSorted((a, b) => b.length - a.length)
    if (length > 0 || longest.length < 2) throw queueFull('platform')
    longest.pop()?.refuse(queueFull('platform'))
    waiting -= 1
  }

  function maxOfOwner(owner: LimitOwner): number {
    return maxOf(ctx.config, limit, owner) ?? Number.POSITIVE_INFINITY
  }

  function queueFull(owner: LimitOwner): AppError {
    const resetAt = ctx.now() + retryAfterMs
    return limitReached(limit, { owner, max: maxOfOwner(owner), resetAt, retryAfterMs })
  }

  function turnOf(network: string): Promise<void> {
    return new Promise((start, refuse) => {
      const group = groupOf(network)
      const queue = queues.get(group) ?? []
      queue.push({ network, start, refuse })
      queues.set(group, queue)
      waiting += 1
      startNext()
    })
  }

  function startNext(): void {
    const [next] = queues
    if (!next || !hasPlace()) return
    const [group, queue] = next
    const first = queue.shift()
    queues.delete(group)
    // The address goes to the end of the queue.
    if (queue.length > 0) queues.set(group, queue)
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
        // The number may have become larger.
        while (waiting > 0 && hasPlace()) startNext()
      }
    },
    isIdle: () => running === 0 && waiting === 0,
  }
}

/** Returns the part of a network's key that has a turn: its site, or the address itself. */
function groupOf(network: string): string {
  return siteOfKey(network) ?? network
}
