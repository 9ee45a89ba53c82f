import type { Context } from '../context.js'
import { StoreUnavailable } from '../db/store-unavailable.js'

export type Poller = {
  /** Schedules the next poll, if one is needed and none is scheduled or running. */
  schedule(): void
  /** Polls as soon as possible. */
  pollNow(): void
  /** Ends polling, after the current poll. */
  close(): Promise<void>
}

type PollerOptions = {
  /** The name of the worker in alerts. */
  worker: string
  /** The message of the alert when a poll fails. */
  message: string
  everyMs: number
  /** Reports whether there is anything to poll for. */
  isNeeded: () => boolean
  /** Polls once. Returns whether to poll again at once. The signal aborts on close. */
  poll: (signal: AbortSignal) => Promise<boolean>
}

/**
 * Creates a poller that runs one poll at a time. A poll that fails raises an alert and is repeated.
 * An unavailable database raises none: the next poll catches up.
 */
export function createPoller({ alerts }: Pick<Context, 'alerts'>, options: PollerOptions): Poller {
  const { worker, message, everyMs, isNeeded, poll } = options
  const closing = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let polling: Promise<void> | null = null
  let isUrgent = false

  function schedule(): void {
    if (timer || polling || closing.signal.aborted || !isNeeded()) return
    const afterMs = isUrgent ? 0 : everyMs
    isUrgent = false
    timer = setTimeout(() => {
      timer = null
      polling = pollOnce().finally(() => {
        polling = null
        schedule()
      })
    }, afterMs)
  }

  async function pollOnce(): Promise<void> {
    try {
      if (await poll(closing.signal)) isUrgent = true
      alerts.resolve('worker_failing', worker)
    } catch (error) {
      if (error instanceof StoreUnavailable) return
      alerts.raise({ name: 'worker_failing', key: worker, message, err: error })
    }
  }

  function cancelTimer(): void {
    if (timer) clearTimeout(timer)
    timer = null
  }

  return {
    schedule,
    pollNow() {
      isUrgent = true
      cancelTimer()
      schedule()
    },
    async close() {
      closing.abort()
      cancelTimer()
      await polling
    },
  }
}
