import { HOUR_MS, MINUTE_MS, type UnixMs } from '../../../lib/time.js'
import type { PostOutcome } from '../../../platform/outbound/post.js'
import { type Attempt, type DeliveryQueue, type DeliveryStatus, ownQueueOf } from '../delivery.js'
import type { ClaimedDelivery } from './claimed-delivery.js'
import { readResponse } from './read-response.js'

/** The result of an attempt for its delivery. */
export type Outcome = {
  claimed: ClaimedDelivery
  attempt: Attempt
  status: DeliveryStatus
  /** The delay before the next attempt, when the delivery is pending. */
  afterMs: number
  /** The queue the delivery moves to, or `null` when it stays. */
  movesTo: DeliveryQueue | null
}

/** Decides whether a delivery is delivered, retried or failed after an attempt. */
export function classifyAttempt(
  claimed: ClaimedDelivery,
  { postOutcome, at }: { postOutcome: PostOutcome; at: UnixMs },
): Outcome {
  const { httpStatus, error, response } = postOutcome
  const attempt: Attempt = {
    at,
    httpStatus,
    error,
    durationMs: Math.round(postOutcome.durationMs),
    ...(response && { response: readResponse(response, claimed.delivery.signatures) }),
  }
  const ended = { claimed, attempt, afterMs: 0, movesTo: null }
  if (error === null) return { ...ended, status: 'delivered' }

  const { delivery, merchant } = claimed
  // A failed redelivery does not undo an earlier success.
  if (delivery.wasDelivered) return { ...ended, status: 'delivered' }
  const retry = nextRetry(delivery.attempts + 1, delivery)
  if (!retry) return { ...ended, status: 'failed' }
  const ownQueue = ownQueueOf({ merchant, ...delivery })
  const isAlone = ownQueue.queueKey === claimed.queueKey
  const movesTo = retry.keepsPlace || isAlone ? null : ownQueue
  return { ...ended, status: 'pending', afterMs: retry.afterMs, movesTo }
}

const firstRetryMs = 5_000
const extendedRetriesMs = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS] as const

/** Returns the next retry after a number of failed attempts, or `null` after the last one. */
function nextRetry(
  attempts: number,
  { extendedRetries }: { extendedRetries: boolean },
): { afterMs: number; keepsPlace: boolean } | null {
  if (attempts === 1) return { afterMs: firstRetryMs, keepsPlace: true }
  const afterMs = extendedRetries ? extendedRetriesMs[attempts - 2] : undefined
  // A wait of minutes or hours must not delay later events of the receipt.
  return afterMs === undefined ? null : { afterMs, keepsPlace: false }
}
