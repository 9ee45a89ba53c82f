import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { findLastNumbers } from './event-store.js'

export type Follower = {
  merchant: Address
  /** Reads on up to this number, a piece at most. Says whether it would like to go on at once. */
  readOn(lastNo: number): Promise<boolean>
  /** Lets go of the listener, who may come back. */
  leave(): void
}

export type EventWatch = {
  /** Has somebody read on whenever there is something new, until what it returns is called. */
  add(follower: Follower): () => void
  /** Looks at once: somebody has become able to go on. */
  hurry(): void
  close(): Promise<void>
}

const worker = 'event-streams'
/** Pieces are read a few at a time, so that everybody else still gets a connection. */
const readAtOnce = 4

/** Asks one question for all merchants that somebody listens to; nothing is asked while nobody does. */
export function createEventWatch(ctx: Context, { pollMs }: { pollMs: number }): EventWatch {
  const followers = new Set<Follower>()
  let timer: NodeJS.Timeout | null = null
  let polling: Promise<void> | null = null
  let isHurried = false
  let isClosed = false

  function schedule(): void {
    if (timer || polling || isClosed || followers.size === 0) return
    const afterMs = isHurried ? 0 : pollMs
    isHurried = false
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
      for (let at = 0; at < all.length && !isClosed; at += readAtOnce) {
        const some = all.slice(at, at + readAtOnce)
        const wishes = await Promise.all(
          some.map((follower) => readOn(follower, lastNumbers.get(follower.merchant) ?? 0)),
        )
        if (wishes.includes(true)) isHurried = true
      }
      ctx.alerts.resolve('worker_failing', worker)
    } catch (error) {
      // It is asked again in a moment; who is listening notices nothing but that it is late.
      if (error instanceof StoreUnavailable) return
      const message = 'event streams could not be updated'
      ctx.alerts.raise({ name: 'worker_failing', key: worker, message, err: error })
    }
  }

  /** What goes wrong for one is nothing to the others. */
  async function readOn(follower: Follower, lastNo: number): Promise<boolean> {
    try {
      return await follower.readOn(lastNo)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      ctx.log.error({ err: error }, 'events could not be told')
      follower.leave()
      return false
    }
  }

  function hurry(): void {
    isHurried = true
    if (timer) clearTimeout(timer)
    timer = null
    schedule()
  }

  return {
    add(follower) {
      followers.add(follower)
      hurry()
      return () => followers.delete(follower)
    },
    hurry,
    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      followers.clear()
      await polling
    },
  }
}
