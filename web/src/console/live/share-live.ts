import type { LiveChange } from './live-change.js'
import { openStream } from './open-stream.js'

/** A message from the tab that holds the stream to the other tabs. */
type Message =
  | { type: 'change'; change: LiveChange }
  | { type: 'reload' }
  | { type: 'alive'; position: string | null }
  | { type: 'ask' }

type LiveInput = {
  merchant: string
  /** Where the stream starts. Without it, the first connection reloads. */
  after: string | null
  onChange(change: LiveChange): void
  onReload(): void
  /** Called whenever the screen is known to be current. */
  onAlive(): void
  /** Reads what has changed, while there is no stream. Throws when the service does not respond. */
  poll(): Promise<void>
}

const checkMs = 2_500
/** A first stream takes this long before polling begins. */
const pollAfterMs = 5_000

/**
 * Follows a merchant with one stream for all tabs: the tab that holds the lock opens it, and tells
 * the others what it receives. The next holder continues where it was. Without a stream, that tab
 * polls.
 */
export function shareLive(input: LiveInput): () => void {
  const { merchant, onChange, onReload, onAlive, poll } = input
  let position = input.after
  const name = `tallystick.live.${merchant.toLowerCase()}`
  const channel = new BroadcastChannel(name)
  const stopped = new AbortController()
  const { signal } = stopped
  let isLeader = false
  let isConnected = false
  const send = (message: Message) => {
    if (!signal.aborted) channel.postMessage(message)
  }
  const handle = (message: Message) => {
    if (message.type === 'change') onChange(message.change)
    if (message.type === 'reload') onReload()
    if (message.type === 'alive') {
      position = message.position
      onAlive()
    }
  }
  const share = (message: Message) => {
    handle(message)
    send(message)
  }
  const shareAlive = () => share({ type: 'alive', position })
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    // Timers of a hidden tab are late, messages are not.
    if (data.type === 'ask') {
      if (isLeader && isConnected) send({ type: 'alive', position })
    } else handle(data)
  }

  const lead = () =>
    new Promise<void>((resolve) => {
      isLeader = true
      let disconnectedAt = Date.now()
      let isPolling = false
      const from = { merchant, after: position }
      const close = openStream(from, {
        onChange: (change) => share({ type: 'change', change }),
        onReload: () => share({ type: 'reload' }),
        onConnected(connected) {
          if (isConnected && !connected) disconnectedAt = Date.now()
          isConnected = connected
          if (connected) shareAlive()
        },
        onPosition(reached) {
          position = reached
        },
      })
      const timer = setInterval(() => {
        if (isConnected) shareAlive()
        else if (!isPolling && Date.now() - disconnectedAt >= pollAfterMs) {
          isPolling = true
          poll()
            .then(
              () => {
                disconnectedAt = Date.now()
                send({ type: 'reload' })
                shareAlive()
              },
              () => undefined,
            )
            .finally(() => {
              isPolling = false
            })
        }
      }, checkMs)
      signal.addEventListener('abort', () => {
        clearInterval(timer)
        close()
        resolve()
      })
    })
  navigator.locks.request(name, { signal }, () => lead()).catch(() => undefined)
  const asking = setInterval(() => {
    if (!isLeader) send({ type: 'ask' })
  }, checkMs)
  return () => {
    clearInterval(asking)
    stopped.abort()
    channel.close()
  }
}
