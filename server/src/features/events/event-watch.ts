import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { findLastNumbers } from './event-store.js'

export type Follower = {
  merchant: Address
  /** Sends the next batch of events up to this number. Returns whether more can be sent at once. */
  readOn(lastNo: number): Promise<boolean>
  /** Disconnects the listener, which may reconnect. */
  leave(): void
}

export type EventWatch = {
  /** Adds a follower of new events. Call the returned function to remove it. */
  add(follower: Follower): () => void
  /** Polls now, because a follower can accept more. */
  pollNow(): void
  close(): Promise<void>
}

const worker = 'event-streams'
/** Bounds the database connections in use. */
const maxConcurrentReads = 4

/** Polls for new events of all followed merchants in one query, and does not poll without followers. */
export function createEventWatch(ctx: Context, { pollMs }: { pollMs: number }): EventWatch {
  const followers = new Set<Follower>()
  let timer: NodeJS.Timeout | null = null
  let polling: Promise<void> | null = null
  let isUrgent = false
  let isClosed = false

  function schedule(): void {
    if (timer || polling || isClosed || followers.size === 0) return
    const afterMs = isUrgent ? 0 : pollMs
    isUrgent = false
    timer = setTimeout(() => {
      timer = null
      polling = poll().finally(() => {
        polling = null
        schedule()
      })
    }, afterMs)
  }

  async function poll(): Promise<void> {
    const all = [...followers]
    try {
      const merchants = [...new Set(all.map(({ merchant }) => merchant))]
      const lastNumbers = await findLastNumbers(ctx.db, merchants)
      for (let at = 0; at < all.length && !isClosed; at += maxConcurrentReads) {
        const some = all.slice(at, at + maxConcurrentReads)
        const wantMore = await Promise.all(
          some.map((follower) => readOn(follower, lastNumbers.get(follower.merchant) ?? 0)),
        )
        if (wantMore.includes(true)) isUrgent = true
      }
      ctx.alerts.resolve('worker_failing', worker)
    } catch (error) {
      // The next poll catches up.
      if (error instanceof StoreUnavailable) return
      const message = 'event streams could not be updated'
      ctx.alerts.raise({ name: 'worker_failing', key: worker, message, err: error })
    }
  }

  /** Isolates the failure of one follower from the others. */
  async function readOn(follower: Follower, lastNo: number): Promise<boolean> {
    try {
      return await follower.readOn(lastNo)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      ctx.log.error({ err: error }, 'events could not be sent to a stream')
      follower.leave()
      return false
    }
  }

  function pollNow(): void {
    isUrgent = true
    if (timer) clearTimeout(timer)
    timer = null
    schedule()
  }

  return {
    add(follower) {
      followers.add(follower)
      pollNow()
      return () => followers.delete(follower)
    },
    pollNow,
    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      followers.clear()
      await polling
    },
  }
}
