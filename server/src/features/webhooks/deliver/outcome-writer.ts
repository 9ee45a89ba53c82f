import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import type { Outcome } from './classify-attempt.js'
import { writeOutcomes } from './write-outcomes.js'

export type OutcomeWriter = {
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
 * Writes outcomes in batches. Outcomes that cannot be written are kept and retried. Deliveries whose outcome is lost with
 * the process are sent again when their lease expires.
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
        const isMore = await writeOutcomes(ctx, batch.map(asOfNow))
        ctx.alerts.resolve('worker_failing', worker)
        onWritten()
        if (isMore) onMore()
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
