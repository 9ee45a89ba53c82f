import type { PortalRef } from '../../../auth/portal-tokens.js'
import { AppError } from '../../../lib/errors.js'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import type { PortalReceipt } from '../schemas.js'
import { listVersions, refKey } from './version-store.js'

type Listener = (shown: PortalReceipt) => void

type Watched = { ref: PortalRef; version: string | undefined; listeners: Set<Listener> }

export type PortalWatch = {
  /**
   * Loads what a page shows, and tells whenever it may have changed since. `stop` ends that; nothing is asked of the
   * database while nobody listens.
   */
  watch(ref: PortalRef, listener: Listener): Promise<{ shown: PortalReceipt; stop(): void }>
  close(): Promise<void>
}

type WatchOptions = { load: (ref: PortalRef) => Promise<PortalReceipt>; pollMs: number }

const worker = 'payment-pages'
/** Pages are loaded a few at a time, so that everybody else still gets a connection. */
const loadedAtOnce = 4

/** Looks at all receipts that somebody watches with one question, and loads only those that have changed. */
export function createPortalWatch(ctx: Context, { load, pollMs }: WatchOptions): PortalWatch {
  const { chainId } = ctx.config
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
      const versions = await listVersions(ctx.db, { refs: all.map(({ ref }) => ref), chainId })
      const changed = all.filter(({ ref, version }) => versions.get(refKey(ref)) !== version)
      for (let at = 0; at < changed.length && !isClosed; at += loadedAtOnce) {
        const some = changed.slice(at, at + loadedAtOnce)
        await Promise.all(some.map((one) => tell(one, versions.get(refKey(one.ref)))))
      }
      ctx.alerts.resolve('worker_failing', worker)
    } catch (error) {
      // It is asked again in a moment; who is listening notices nothing but that it is late.
      if (error instanceof StoreUnavailable) return
      const message = 'payment pages could not be updated'
      ctx.alerts.raise({ name: 'worker_failing', key: worker, message, err: error })
    }
  }

  async function tell(one: Watched, version: string | undefined): Promise<void> {
    try {
      const shown = await load(one.ref)
      one.version = version
      for (const listener of [...one.listeners]) listener(shown)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      // Not again before something has changed, or every round would fail the same way.
      one.version = version
      // A sandbox can be emptied while somebody looks at it.
      if (error instanceof AppError) return
      ctx.log.error({ err: error }, 'a payment page could not be told')
    }
  }

  return {
    async watch(ref, listener) {
      const key = refKey(ref)
      // Before the page is loaded: what changes meanwhile is then seen as a change.
      const versions = await listVersions(ctx.db, { refs: [ref], chainId })
      const shown = await load(ref)
      const version = versions.get(key)
      const one = watched.get(key) ?? { ref, version, listeners: new Set() }
      // Either the others do not know yet what this one was shown, or the other way round: all are told.
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
