import type { PortalRef } from '../../../auth/portal-tokens.js'
import { AppError } from '../../../lib/errors.js'
import { listPaymentPriorities } from '../../../platform/chain/outgoing/relayer-keys.js'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { createPoller } from '../../../platform/jobs/poller.js'
import { listVersions, refKey } from '../read-model/version-store.js'
import type { PortalReceipt } from '../schemas.js'

type Listener = (shown: PortalReceipt) => void

type WatchedReceipt = { ref: PortalRef; version: string | undefined; listeners: Set<Listener> }

type PortalWatch = {
  /**
   * Loads a receipt, then calls the listener whenever it may have changed, until `stop`. Without
   * listeners the database is not polled.
   */
  watch(ref: PortalRef, listener: Listener): Promise<{ shown: PortalReceipt; stop(): void }>
  close(): Promise<void>
}

type WatchOptions = { load: (ref: PortalRef) => Promise<PortalReceipt>; pollMs: number }

/** Loads a few pages at a time, which leaves database connections for other requests. */
const loadedAtOnce = 4

/** Polls the versions of all watched receipts with one query, and loads only those that changed. */
export function createPortalWatch(ctx: Context, { load, pollMs }: WatchOptions): PortalWatch {
  const { chainId } = ctx.config
  const terms = { chainId, priorities: listPaymentPriorities(ctx.config) }
  const watched = new Map<string, WatchedReceipt>()
  const poller = createPoller(ctx, {
    worker: 'payment-pages',
    message: 'payment pages could not be updated',
    everyMs: pollMs,
    isNeeded: () => watched.size > 0,
    async poll(signal) {
      const present = [...watched.values()]
      if (present.length > 0) ctx.wakeups.wake('payment-pages')
      const versions = await listVersions(ctx.db, { refs: present.map(({ ref }) => ref), ...terms })
      const changed = present.filter(({ ref, version }) => versions.get(refKey(ref)) !== version)
      for (let at = 0; at < changed.length && !signal.aborted; at += loadedAtOnce) {
        const batch = changed.slice(at, at + loadedAtOnce)
        await Promise.all(batch.map((page) => notify(page, versions.get(refKey(page.ref)))))
      }
      return false
    },
  })

  async function notify(page: WatchedReceipt, version: string | undefined): Promise<void> {
    try {
      const shown = await load(page.ref)
      page.version = version
      for (const listener of [...page.listeners]) listener(shown)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      // Do not retry before the receipt changes again: every poll would fail the same way.
      page.version = version
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
      const page = watched.get(key) ?? { ref, version, listeners: new Set() }
      // This listener and the others may have seen different versions, so notify all of them.
      if (page.version !== version) page.version = undefined
      watched.set(key, page)
      page.listeners.add(listener)
      poller.schedule()
      return {
        shown,
        stop() {
          page.listeners.delete(listener)
          if (page.listeners.size === 0 && watched.get(key) === page) watched.delete(key)
        },
      }
    },
    close: poller.close,
  }
}
