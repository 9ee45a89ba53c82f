import { type Query, useQueryClient } from '@tanstack/preact-query'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { useSession } from '../session/session.js'
import { applyChanges } from './apply-changes.js'
import { joinChanges, type LiveChange } from './live-change.js'
import { shareLive } from './share-live.js'

export type Live = {
  /**
   * Since when neither the stream nor a poll has succeeded, or null while the screen is current.
   */
  staleSince: number | null
  /** Loads everything shown again. */
  reload(): void
}

const LiveContext = createContext<Live>({ staleSince: null, reload() {} })

/** Returns whether the screen is current. */
export function useLive(): Live {
  return useContext(LiveContext)
}

const isNoReceiptList = ({ queryKey }: Query) =>
  queryKey[0] !== 'receipts' || queryKey[2] !== 'list'

/** At most four updates a second. */
const batchMs = 250
const staleMs = 10_000

/** Keeps everything below it current, with one stream for all tabs. */
export function LiveProvider({ children }: { children: ComponentChildren }) {
  const { api, me, membership } = useSession()
  const queries = useQueryClient()
  const [staleSince, setStaleSince] = useState<number | null>(null)
  const merchant = membership.wallet
  const reload = () => void queries.invalidateQueries({ refetchType: 'active' })
  useEffect(() => {
    let aliveAt = Date.now()
    let batch: LiveChange[] = []
    let isApplying = false
    let hasConnected = false
    const timer = setInterval(() => {
      if (Date.now() - aliveAt > staleMs) setStaleSince(aliveAt)
      if (isApplying || batch.length === 0) return
      const changes = joinChanges(batch)
      batch = []
      isApplying = true
      void applyChanges({ queries, api, merchant }, changes)
        .catch(() => undefined)
        .finally(() => {
          isApplying = false
        })
    }, batchMs)
    const stop = shareLive({
      merchant,
      after: me.liveCursor,
      onChange: (change) => void batch.push(change),
      onReload() {
        // Lists that were just loaded read their newest rows instead, so that no row moves.
        if (hasConnected) reload()
        else void queries.invalidateQueries({ predicate: isNoReceiptList, refetchType: 'active' })
        hasConnected = true
      },
      onAlive() {
        aliveAt = Date.now()
        setStaleSince(null)
      },
      async poll() {
        await api.call('get', '/api/status/ping')
        // A screen that is not loaded again could show what was true before the outage.
        await queries.invalidateQueries({ refetchType: 'active' }, { throwOnError: true })
      },
    })
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [api, merchant])
  return <LiveContext.Provider value={{ staleSince, reload }}>{children}</LiveContext.Provider>
}
