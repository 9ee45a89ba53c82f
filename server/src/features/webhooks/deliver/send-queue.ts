import type { Address } from '../../../lib/hex.js'
import type { PostOutcome } from '../../../platform/outbound/post.js'
import { createDoubts } from './doubts.js'
import {
  type Line,
  newReceiver,
  paceOf,
  type Receiver,
  type ReceiverLimits,
  roomOf,
  widthOf,
} from './receivers.js'
import type { Turn } from './turn.js'

export type SendQueueOptions = Partial<ReceiverLimits> & {
  send: (turn: Turn) => Promise<PostOutcome>
  onEnd: (turn: Turn, outcome: PostOutcome) => void
  /** For turns that were taken and would have to wait too long. */
  onRelease: (turns: Turn[]) => void
  /** First attempts that are taken in all, and second ones. */
  inAll?: number
  retriesInAll?: number
  /** First attempts for routes that are not known to be fast: in all, for slow ones, and for one merchant. */
  doubtfulInAll?: number
  slowInAll?: number
  doubtfulPerMerchant?: number
}

export type SendQueue = {
  /** How many first attempts may be pushed for each of these routes that has room, in all, and for whom not. */
  roomFor(routes: readonly string[]): {
    wanted: { route: string; count: number; isForAll: boolean }[]
    limit: number
    exceptMerchants: Address[]
  }
  /** How many second attempts may be pushed, and for which routes not. */
  roomForRetries(): { limit: number; fullRoutes: string[] }
  /** Sends a turn as soon as its route is ready. False when there is no room for it. */
  push(turn: Turn): boolean
  /** Whether a route will soon have nothing to do. */
  isLow(route: string): boolean
  /** How many turns are taken and not ended. */
  size(): number
  /** Releases every turn that has not begun. */
  clear(): void
}

const maxRemembered = 10_000

/** Sends turns, so many to one route at a time that one that is slow or dead holds back nobody else. */
export function createSendQueue(options: SendQueueOptions): SendQueue {
  const { send, onEnd, onRelease, inAll = 1_024, retriesInAll = 1_024 } = options
  const { perRoute = 16, perSlowRoute = 4, perNewRoute = 2, ahead = 240 } = options
  const limits = { perRoute, perSlowRoute, perNewRoute, ahead }
  const { doubtfulInAll = inAll / 2, slowInAll = inAll / 4 } = options
  const doubts = createDoubts({ perMerchant: options.doubtfulPerMerchant ?? inAll / 4 })
  const receivers = new Map<string, Receiver>()
  const taken = { firsts: 0, retries: 0 }
  let rounds = 0

  const receiverOf = (route: string) => receivers.get(route) ?? newReceiver()

  function startNext(receiver: Receiver, line: Line): void {
    while (line.running < widthOf(receiver, line, limits)) {
      const turn = line.queue.shift()
      if (!turn) return
      void run(turn, { receiver, line })
    }
  }

  async function run(turn: Turn, { receiver, line }: { receiver: Receiver; line: Line }) {
    line.running += 1
    const outcome = await send(turn)
    line.running -= 1
    forget(turn)
    receiver.pace = paceOf(outcome)
    if (receiver.pace !== 'fast') releaseQueued(receiver)
    startNext(receiver, line)
    dropIdle(turn.route, receiver)
    onEnd(turn, outcome)
  }

  /** Others may get to them sooner, and they must not grow older than their lease here. */
  function releaseQueued(receiver: Receiver): void {
    const released = [...receiver.firsts.queue.splice(0), ...receiver.retries.queue.splice(0)]
    if (released.length === 0) return
    for (const turn of released) forget(turn)
    onRelease(released)
  }

  function forget(turn: Turn): void {
    taken[turn.isRetry ? 'retries' : 'firsts'] -= 1
    doubts.remove(turn)
  }

  /** What a receiver was like is remembered, but not of everybody for ever. */
  function dropIdle(route: string, { firsts, retries }: Receiver): void {
    const isIdle = firsts.running + retries.running === 0
    if (isIdle && receivers.size > maxRemembered) receivers.delete(route)
  }

  function slowTaken(): number {
    let count = 0
    for (const { pace, firsts } of receivers.values()) {
      if (pace === 'slow') count += firsts.running + firsts.queue.length
    }
    return count
  }

  return {
    roomFor(routes) {
      let slowRoom = Math.max(0, slowInAll - slowTaken())
      let doubtfulRoom = Math.max(0, doubtfulInAll - doubts.count())
      rounds += 1
      const wanted = rotate(routes, rounds).map((route) => {
        const receiver = receiverOf(route)
        const isForAll = receiver.pace === 'fast'
        const room = roomOf(receiver, receiver.firsts, limits)
        if (isForAll) return { route, count: room, isForAll }
        const isSlow = receiver.pace === 'slow'
        const count = Math.min(room, doubtfulRoom, isSlow ? slowRoom : room)
        doubtfulRoom -= count
        if (isSlow) slowRoom -= count
        return { route, count, isForAll }
      })
      return {
        wanted: wanted.filter(({ count }) => count > 0),
        limit: Math.max(0, inAll - taken.firsts),
        exceptMerchants: doubts.listFull(),
      }
    },
    roomForRetries() {
      const full = [...receivers].filter(([, one]) => roomOf(one, one.retries, limits) === 0)
      return {
        limit: Math.max(0, retriesInAll - taken.retries),
        fullRoutes: full.map(([route]) => route),
      }
    },
    push(turn) {
      const receiver = receiverOf(turn.route)
      const line = turn.isRetry ? receiver.retries : receiver.firsts
      if (roomOf(receiver, line, limits) === 0) return false
      const isDoubtful = !turn.isRetry && receiver.pace !== 'fast'
      if (isDoubtful && !doubts.add(turn)) return false
      receivers.set(turn.route, receiver)
      taken[turn.isRetry ? 'retries' : 'firsts'] += 1
      line.queue.push(turn)
      startNext(receiver, line)
      return true
    },
    isLow(route) {
      const { firsts, retries } = receiverOf(route)
      return Math.max(firsts.queue.length, retries.queue.length) <= ahead / 2
    },
    size: () => taken.firsts + taken.retries,
    clear() {
      for (const receiver of receivers.values()) releaseQueued(receiver)
    },
  }
}

/** Begins elsewhere each time, so that nobody is always the last when there is too little room for all. */
function rotate(routes: readonly string[], by: number): string[] {
  const start = by % Math.max(1, routes.length)
  return [...routes.slice(start), ...routes.slice(0, start)]
}
