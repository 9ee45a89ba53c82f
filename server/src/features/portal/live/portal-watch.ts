import type { PortalRef } from '../../../auth/portal-tokens.js'
import { AppError } from '../../../lib/errors.js'
import { listPaymentPriorities } from '../../../platform/chain/outgoing/relayer-keys.js'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { listVersions, refKey } from '../read-model/version-store.js'
import type { PortalReceipt } from '../schemas.js'

type Listener = (shown: PortalReceipt) => void

type Watched = { ref: PortalRef; version: string | undefined; listeners: Set<Listener> }

export type PortalWatch = {
  /**
   * Loads a receipt, then calls the listener whenever it may have changed, until `stop`. Without listeners the database
   * is not polled.
   */
  watch(ref: PortalRef, listener: Listener): Promise<{ shown: PortalReceipt; stop(): void }>
  close(): Promise<void>
}

type WatchOptions = { load: (ref: PortalRef) => Promise<PortalReceipt>; pollMs: number }

const worker = 'payment-pages'
/** Loads a few pages at a time, which leaves database connections for other requests. */
const loadedAtOnce = 4

/** Polls the versions of all watched receipts with one query, and loads only those that changed. */
export function createPortalWatch(ctx: Context, { load, pollMs }: WatchOptions): PortalWatch {
  const { chainId } = ctx.config
  const terms = { chainId, priorities: listPaymentPriorities(ctx.config) }
  const watched = new Map<string, Watched>()
  let timer: NodeJS.Timeout | null = null
  let polling = Promise.resolve()
  let isClosed = false

  function schedule(): void {
    if (timer || isClosed || watched.size === 0) return
    timer = setTimeout(() => {
      polling = poll().finally(() => {
        timer = null
        schedule()
      })
    }, pollMs)
  }

  async function poll(): Promise<void> {
    const all = [...watched.values()]
    if (all.length > 0) ctx.wakeups.wake('payment-pages')
    try {
      const versions = await listVersions(ctx.db, { refs: all.map(({ ref }) => ref), ...terms })
      const changed = all.filter(({ ref, version }) => versions.get(refKey(ref)) !== version)
      for (let at = 0; at < changed.length && !isClosed; at += loadedAtOnce) {
        const some = changed.slice(at, at + loadedAtOnce)
        await Promise.all(some.map((one) => notify(one, versions.get(refKey(one.ref)))))
      }
      ctx.alerts.resolve('worker_failing', worker)
    } catch (error) {
      // The next poll retries. Listeners only notice a delay.
      if (error instanceof StoreUnavailable) return
      const message = 'payment pages could not be updated'
      ctx.alerts.raise({ name: 'worker_failing', key: worker, message, err: error })
    }
  }

  async function notify(one: Watched, version: string | undefined): Promise<void> {
    try {
      const shown = await load(one.ref)
      one.version = version
      for (const listener of [...one.listeners]) listener(shown)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      // Do not retry before the receipt changes again: every poll would fail the same way.
      one.version = version
      // A sandbox may be reset while a page is open.
      if (error instanceof AppError) return
      ctx.log.error({ err: error }, 'payment page could not be updated')
    }
  }

  return {
    async watch(ref, listener) {
      const key = refKey(ref)
      // Read the version first, so that a change during the load is noticed.
      const versions = await listVersions(ctx.db, { refs: [ref], ...terms })
      const shown = await load(ref)
      const version = versions.get(key)
      const one = watched.get(key) ?? { ref, version, listeners: new Set() }
      // This listener and the others may have seen different versions, so notify all of them.
      if (one.version !== version) one.version = undefined
      watched.set(key, one)
      one.listeners.add(listener)
      schedule()
      return {
        shown,
        stop() {
          one.listeners.delete(listener)
          if (one.listeners.size === 0 && watched.get(key) === one) watched.delete(key)
        },
      }
    },
    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      watched.clear()
      await polling
    },
  }
}
