import { parseObject } from '../../core/api/parse-object.js'
import { type LiveChange, liveKinds, readChange } from './live-change.js'

export type StreamEvents = {
  onChange(change: LiveChange): void
  /** Changes may be missing: everything shown is to be loaded again. */
  onReload(): void
  onConnected(isConnected: boolean): void
  /** The changes before it have been handled. */
  onPosition(position: string): void
}

const firstPauseMs = 1_000
const maxPauseMs = 15_000

/** Follows the changes of a merchant after a position until the returned function is called. */
export function openStream(
  { merchant, after }: { merchant: string; after: string | null },
  { onChange, onReload, onConnected, onPosition }: StreamEvents,
): () => void {
  let source: EventSource | null = null
  let lastId = after
  let pauseMs = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined
  const connect = () => {
    const query = new URLSearchParams({ kinds: liveKinds.join(), wallet: merchant })
    if (lastId) query.set('after', lastId)
    source = new EventSource(`/api/events/stream?${query}`)
    const moveTo = (id: string) => {
      lastId = id
      onPosition(id)
    }
    const greet = (event: MessageEvent<string>) => {
      moveTo(event.lastEventId)
      pauseMs = firstPauseMs
      onConnected(true)
      if (event.type === 'reload') onReload()
    }
    source.addEventListener('reload', greet)
    source.addEventListener('resumed', greet)
    source.addEventListener('change', (event: MessageEvent<string>) => {
      const change = readChange(parseObject(event.data))
      if (change) onChange(change)
      if (event.lastEventId) moveTo(event.lastEventId)
    })
    source.onerror = () => {
      onConnected(false)
      // The browser connects again by itself, except after a refusal.
      if (source?.readyState !== EventSource.CLOSED) return
      timer = setTimeout(connect, pauseMs)
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
    }
  }
  connect()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
