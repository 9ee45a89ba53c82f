import type { PostOutcome } from '../../../platform/outbound/post.js'
import type { Turn } from './turn.js'

/** How a receiver has answered lately. */
export type Pace = 'unknown' | 'fast' | 'slow'

/** Turns of one kind: under way, and ready to be. */
export type Line = { running: number; queue: Turn[] }

/** What is known of the other end of a route, and what is taken for it. */
export type Receiver = { pace: Pace; firsts: Line; retries: Line }

export type ReceiverLimits = {
  /** Requests to one route at a time, and again so many for second attempts, which have to be on time. */
  perRoute: number
  /** First attempts at a route that is slow, and at one that was never heard of. */
  perSlowRoute: number
  perNewRoute: number
  /** Turns that are kept ready for a fast route, so that it need not wait for the database. */
  ahead: number
}

const fastMs = 500
const slowMs = 1_000

/** One that nobody has heard of. */
export function newReceiver(): Receiver {
  const line = () => ({ running: 0, queue: [] })
  return { pace: 'unknown', firsts: line(), retries: line() }
}

/** How many requests at a time a line may have. */
export function widthOf({ pace, firsts }: Receiver, line: Line, limits: ReceiverLimits): number {
  if (line !== firsts || pace === 'fast') return limits.perRoute
  return pace === 'slow' ? limits.perSlowRoute : limits.perNewRoute
}

/** How many more turns may be taken for a line. */
export function roomOf(receiver: Receiver, line: Line, limits: ReceiverLimits): number {
  const ready = receiver.pace === 'fast' ? limits.ahead : 0
  return Math.max(0, widthOf(receiver, line, limits) + ready - line.running - line.queue.length)
}

/** What an answer tells about who gave it. */
export function paceOf({ httpStatus, durationMs }: PostOutcome): Pace {
  if (durationMs >= slowMs) return 'slow'
  return httpStatus !== null && durationMs <= fastMs ? 'fast' : 'unknown'
}
