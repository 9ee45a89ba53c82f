import { onlineManager, useQueryClient } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { useLive } from '../live/live.js'
import { DegradedBanner, OfflineBanner, StaleBanner } from '../parts/states.js'

/** Says above every screen that what it shows may be old: offline, stale, or degraded. */
export function ConnectionBar() {
  const { staleSince, reload } = useLive()
  const isOnline = useOnline()
  const isDegraded = useDegraded()
  const banner = () => {
    if (!isOnline) return <OfflineBanner />
    if (isDegraded) return <DegradedBanner />
    return staleSince !== null && <StaleBanner since={staleSince} onReload={reload} />
  }
  return <div role="status">{banner()}</div>
}

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(onlineManager.isOnline())
  useEffect(() => onlineManager.subscribe(setOnline), [])
  return isOnline
}

/** Returns whether a response on the screen came from memory, because the database is down. */
function useDegraded(): boolean {
  const queries = useQueryClient()
  const [isDegraded, setDegraded] = useState(false)
  useEffect(() => {
    const cache = queries.getQueryCache()
    const update = () =>
      setDegraded(
        cache
          .findAll({ type: 'active' })
          .some(({ state }) => isMarked(state.data) || hasMarkedPage(state.data)),
      )
    update()
    return cache.subscribe(update)
  }, [])
  return isDegraded
}

function isMarked(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'degraded' in data && data.degraded === true
}

function hasMarkedPage(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return false
  return Array.isArray(data.pages) && data.pages.some(isMarked)
}
