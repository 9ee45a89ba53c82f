import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import {
  type NewNotification,
  receiptWebhooks,
} from '../../../platform/notifications/notification.js'
import { raiseNotifications } from '../../../platform/notifications/raise-notifications.js'
import { lockQueues } from '../queue-store.js'
import type { ClaimedDelivery } from './claimed-delivery.js'
import type { Outcome } from './classify-attempt.js'
import { addRetryQueues, releaseQueues, settleOutcomes } from './settle-store.js'

type OutcomeWriter = {
  add(outcome: Outcome): void
  /** Resolves when all outcomes are written. */
  flush(): Promise<void>
  /** Drops the outcomes that could not be written. */
  close(): void
}

const worker = 'webhook-outcomes'
const gatherMs = 5
const retryMs = 250
const batchSize = 500

/**
 * Writes outcomes in batches. Outcomes that cannot be written are kept and retried. Deliveries
 * whose outcome is lost with the process are sent again when their lease expires.
 */
export function createOutcomeWriter(
  ctx: Context,
  { onMore, onWritten }: { onMore: () => void; onWritten: () => void },
): OutcomeWriter {
  const waiting: { outcome: Outcome; endedAt: number }[] = []
  let writing: Promise<void> | null = null
  let isClosed = false

  async function write(): Promise<void> {
    await sleep(gatherMs)
    while (waiting.length > 0 && !isClosed) {
      const batch = waiting.splice(0, batchSize)
      try {
        const hasMore = await writeOutcomes(ctx, batch.map(asOfNow))
        ctx.alerts.resolve('worker_failing', worker)
        onWritten()
        if (hasMore) onMore()
      } catch (error) {
        waiting.unshift(...batch)
        if (!(error instanceof StoreUnavailable)) {
          const message = 'webhook outcomes could not be written'
          ctx.alerts.raise({ name: 'worker_failing', key: worker, message, err: error })
        }
        await sleep(retryMs)
      }
    }
  }

  function start(): Promise<void> {
    writing ??= write().finally(() => {
      writing = null
    })
    return writing
  }

  return {
    add(outcome) {
      waiting.push({ outcome, endedAt: performance.now() })
      void start()
    },
    flush: start,
    close() {
      isClosed = true
    },
  }
}

/** Counts the delay of a retry from the end of the attempt, not from the time of writing. */
function asOfNow({ outcome, endedAt }: { outcome: Outcome; endedAt: number }): Outcome {
  const passedMs = performance.now() - endedAt
  return { ...outcome, afterMs: Math.max(0, outcome.afterMs - passedMs) }
}

/**
 * Writes the outcomes of attempts and releases their queues. It skips deliveries that another
 * process has claimed since: that process sends them again. Returns whether another delivery is now
 * first in a queue.
 */
export async function writeOutcomes(
  ctx: Pick<Context, 'db' | 'now' | 'newId'>,
  outcomes: readonly Outcome[],
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const claims = outcomes.map(({ claimed }) => claimed)
    const isOurs = await lockClaims(tx, claims)
    const ours = outcomes.filter(({ claimed }) => isOurs(claimed))
    if (ours.length === 0) return false
    const hasMore = await settleOutcomes(tx, ours)
    await addRetryQueues(tx, ours)
    await raiseNotifications({ ...ctx, db: tx }, listFailing(ours))
    return hasMore
  })
}

/** Returns a notification for each webhook with a delivery that has failed for good. */
function listFailing(outcomes: readonly Outcome[]): NewNotification[] {
  const failing = new Map<string, NewNotification>()
  for (const { claimed, status } of outcomes) {
    if (status !== 'failed') continue
    const { merchant, delivery } = claimed
    const subjectId = delivery.endpointId ?? receiptWebhooks
    failing.set(`${merchant} ${subjectId}`, {
      merchant,
      kind: 'webhook_failing',
      subjectId,
      params: { webhookId: delivery.endpointId },
    })
  }
  return [...failing.values()]
}

/** Releases claimed deliveries that were not sent. */
export async function releaseClaims(
  ctx: Pick<Context, 'db'>,
  claimed: readonly ClaimedDelivery[],
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const isOurs = await lockClaims(tx, claimed)
    await releaseQueues(tx, claimed.filter(isOurs))
  })
}

/** Locks the queues of claims. The returned function reports whether a claim still holds. */
async function lockClaims(
  db: Parameters<typeof lockQueues>[0],
  claimed: readonly ClaimedDelivery[],
): Promise<(claimed: ClaimedDelivery) => boolean> {
  const locked = await lockQueues(db, claimed)
  const leases = new Map(
    locked.map(({ merchant, queueKey, leasedBy }) => [`${merchant} ${queueKey}`, leasedBy]),
  )
  return ({ merchant, queueKey, lease }) => leases.get(`${merchant} ${queueKey}`) === lease
}
