import type { PostOutcome } from '../../../platform/outbound/post.js'
import type { Turn } from './turn.js'

/** How a receiver has answered lately. */
type Pace = 'unknown' | 'fast' | 'slow'

type Line = { running: number; queue: Turn[] }
type Receiver = { pace: Pace; firsts: Line; retries: Line }

export type SendQueueOptions = {
  send: (turn: Turn) => Promise<PostOutcome>
  onEnd: (turn: Turn, outcome: PostOutcome) => void
  /** For turns that were taken and would have to wait too long. */
  onRelease: (turns: Turn[]) => void
  /** Requests to one host at a time, and again so many for second attempts, which have to be on time. */
  perHost?: number
  /** The same for hosts that are slow. */
  perSlowHost?: number
  /** First attempts that are taken in all, and how many of them may be for slow hosts. */
  inAll?: number
  slowInAll?: number
  /** Turns that are kept ready for a fast host, so that it need not wait for the database. */
  ahead?: number
}

export type SendQueue = {
  /** How many first attempts may be pushed for each of these hosts that has room, and in all. */
  roomFor(hosts: readonly string[]): { wanted: { host: string; count: number }[]; limit: number }
  /** Hosts that have no room for more second attempts. */
  fullHosts(): string[]
  push(turn: Turn): void
  /** Whether a host will soon have nothing to do. */
  isLow(host: string): boolean
  /** How many turns are taken and not ended. */
  size(): number
  /** Releases every turn that has not begun. */
  clear(): void
}

const fastMs = 500
const slowMs = 1_000

/** Sends turns, so many to one host at a time that one that is slow or dead holds back nobody else. */
export function createSendQueue(options: SendQueueOptions): SendQueue {
  const { send, onEnd, onRelease, perHost = 16, perSlowHost = 4 } = options
  const { inAll = 1_024, slowInAll = inAll / 4, ahead = 240 } = options
  const receivers = new Map<string, Receiver>()
  let taken = 0
  let firstsTaken = 0
  let rounds = 0

  function receiverOf(host: string): Receiver {
    const line = () => ({ running: 0, queue: [] })
    return receivers.get(host) ?? { pace: 'unknown', firsts: line(), retries: line() }
  }

  /** How many requests at a time. */
  function widthOf({ pace, firsts }: Receiver, line: Line): number {
    return pace === 'slow' && line === firsts ? perSlowHost : perHost
  }

  function roomOf(receiver: Receiver, line: Line): number {
    const ready = receiver.pace === 'fast' ? ahead : 0
    return Math.max(0, widthOf(receiver, line) + ready - line.running - line.queue.length)
  }

  function startNext(receiver: Receiver, line: Line): void {
    while (line.running < widthOf(receiver, line)) {
      const turn = line.queue.shift()
      if (!turn) return
      void run(turn, { receiver, line })
    }
  }

  async function run(turn: Turn, { receiver, line }: { receiver: Receiver; line: Line }) {
    line.running += 1
    const outcome = await send(turn)
    line.running -= 1
    forget(1, line === receiver.firsts)
    receiver.pace = paceOf(outcome)
    if (receiver.pace !== 'fast') releaseQueued(receiver)
    startNext(receiver, line)
    dropIdle(turn.host, receiver)
    onEnd(turn, outcome)
  }

  /** Others may get to them sooner, and they must not grow older than their lease here. */
  function releaseQueued(receiver: Receiver): void {
    for (const line of [receiver.firsts, receiver.retries]) {
      const released = line.queue.splice(0)
      if (released.length === 0) continue
      forget(released.length, line === receiver.firsts)
      onRelease(released)
    }
  }

  function forget(count: number, isFirst: boolean): void {
    taken -= count
    if (isFirst) firstsTaken -= count
  }

  /** What a receiver was like is remembered, but not of everybody for ever. */
  function dropIdle(host: string, { firsts, retries }: Receiver): void {
    const isIdle = firsts.running + retries.running === 0
    if (isIdle && receivers.size > maxRemembered) receivers.delete(host)
  }

  function slowTaken(): number {
    let count = 0
    for (const { pace, firsts } of receivers.values()) {
      if (pace === 'slow') count += firsts.running + firsts.queue.length
    }
    return count
  }

  return {
    roomFor(hosts) {
      let slowRoom = Math.max(0, slowInAll - slowTaken())
      rounds += 1
      const wanted = rotate(hosts, rounds).map((host) => {
        const receiver = receiverOf(host)
        let count = roomOf(receiver, receiver.firsts)
        if (receiver.pace === 'slow') {
          count = Math.min(count, slowRoom)
          slowRoom -= count
        }
        return { host, count }
      })
      return {
        wanted: wanted.filter(({ count }) => count > 0),
        limit: Math.max(0, inAll - firstsTaken),
      }
    },
    fullHosts() {
      const full: string[] = []
      for (const [host, receiver] of receivers) {
        if (roomOf(receiver, receiver.retries) === 0) full.push(host)
      }
      return full
    },
    push(turn) {
      const receiver = receiverOf(turn.host)
      receivers.set(turn.host, receiver)
      const line = turn.isRetry ? receiver.retries : receiver.firsts
      taken += 1
      if (!turn.isRetry) firstsTaken += 1
      line.queue.push(turn)
      startNext(receiver, line)
    },
    isLow(host) {
      const { firsts, retries } = receiverOf(host)
      return Math.max(firsts.queue.length, retries.queue.length) <= ahead / 2
    },
    size: () => taken,
    clear() {
      for (const receiver of receivers.values()) releaseQueued(receiver)
    },
  }
}

const maxRemembered = 10_000

/** Begins elsewhere each time, so that nobody is always the last when there is too little room for all. */
function rotate(hosts: readonly string[], by: number): string[] {
  const start = by % Math.max(1, hosts.length)
  return [...hosts.slice(start), ...hosts.slice(0, start)]
}

function paceOf({ httpStatus, durationMs }: PostOutcome): Pace {
  if (durationMs >= slowMs) return 'slow'
  return httpStatus !== null && durationMs <= fastMs ? 'fast' : 'unknown'
}
