import type { UnixMs } from '../../../lib/time.js'
import type { PostOutcome } from '../../../platform/outbound/post.js'
import { ownLaneOf } from '../lane.js'
import { nextTry } from './next-try.js'
import type { Outcome } from './outcome.js'
import type { Turn } from './turn.js'

/** What an attempt means for its delivery: done, once more, or given up. */
export function judgeAttempt(
  turn: Turn,
  { posted, at }: { posted: PostOutcome; at: UnixMs },
): Outcome {
  const { httpStatus, error } = posted
  const attempt = { at, httpStatus, error, durationMs: Math.round(posted.durationMs) }
  const ended = { turn, attempt, afterMs: 0, movesTo: null }
  if (error === null) return { ...ended, status: 'delivered' }

  const { delivery, merchant } = turn
  // What was taken once stays so, whatever came of sending it again.
  if (delivery.wasDelivered) return { ...ended, status: 'delivered' }
  const next = nextTry(delivery.attempts + 1, delivery)
  if (!next) return { ...ended, status: 'failed' }
  const own = ownLaneOf({ merchant, ...delivery })
  const isAlone = own.lane === turn.lane
  const movesTo = next.keepsPlace || isAlone ? null : own
  return { ...ended, status: 'pending', afterMs: next.afterMs, movesTo }
}
