import type { PortalReceipt } from '@tallystick/sdk'
import { parseObject } from '../../core/api/parse-object.js'
import { createPoller } from './create-poller.js'

type ConnectionState = 'live' | 'reconnecting'

type FollowInput = {
  eventsUrl: string
  load(): Promise<PortalReceipt>
  onReceipt(receipt: PortalReceipt): void
  onConnection(state: ConnectionState): void
  EventSource?: typeof EventSource
  target?: Window
}

/** Browsers do not reconnect to a stream that was refused. */
const reopenMs = 15_000

/** `EventSource.CLOSED`, for any implementation. */
const closed = 2

/**
 * Reports every change of a receipt, by server-sent events, and by polling while the stream is
 * down. A hidden page does not poll; it catches up when it becomes visible.
 *
 * @returns `refresh`, which polls now and returns whether there was a response, and `stop`.
 */
export function followReceipt(input: FollowInput): { refresh(): Promise<boolean>; stop(): void } {
  const { eventsUrl, onReceipt, onConnection, target = window } = input
  const Source = input.EventSource ?? EventSource
  const poller = createPoller(input)
  const listeners = new AbortController()
  const { signal } = listeners
  let source: EventSource | null = null
  let streamed: PortalReceipt | null = null
  let state: ConnectionState | null = null
  let reopenTimer: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    close()
    const opened = new Source(eventsUrl)
    source = opened
    streamed = null
    opened.addEventListener('open', () => {
      poller.stop()
      // The stream resumes after its last event, but polling may have shown other data since.
      if (state === 'reconnecting') void poller.poll()
      setState('live')
    })
    opened.addEventListener('receipt', ({ data }) => {
      const receipt = parseObject(data)
      if (receipt) report(receipt as PortalReceipt)
    })
    // Changes apply to the last event, not to a receipt that was polled in the meantime.
    opened.addEventListener('change', ({ data }) => {
      const changes = parseObject(data)
      if (changes && streamed) report(applyChanges(streamed, changes))
    })
    opened.addEventListener('error', () => {
      setState('reconnecting')
      if (target.document.hidden) return
      poller.start()
      if (opened.readyState === closed) reopenTimer = setTimeout(open, reopenMs)
    })
  }

  function report(receipt: PortalReceipt): void {
    streamed = receipt
    poller.discardPending()
    onReceipt(receipt)
  }

  function close(): void {
    clearTimeout(reopenTimer)
    source?.close()
  }

  function setState(next: ConnectionState): void {
    if (next === state) return
    state = next
    onConnection(next)
  }

  /**
   * Opens a new stream, because a phone that was asleep may not know that its connection is lost.
   */
  function wake(): void {
    // Node.js loses the signal of the first of two listeners when it collects garbage.
    if (signal.aborted || target.document.hidden) return
    open()
    void poller.poll()
    if (state === 'reconnecting') poller.start()
  }

  function onVisibility(): void {
    if (!target.document.hidden) {
      wake()
      return
    }
    poller.stop()
    clearTimeout(reopenTimer)
  }

  /** The first `pageshow` follows the initial load; only a restored page has to catch up. */
  function onPageShow({ persisted }: PageTransitionEvent): void {
    if (persisted) wake()
  }

  target.document.addEventListener('visibilitychange', onVisibility, { signal })
  target.addEventListener('online', wake, { signal })
  target.addEventListener('pageshow', onPageShow, { signal })
  open()

  return {
    refresh: poller.poll,
    stop: () => {
      listeners.abort()
      close()
      poller.stop()
      poller.discardPending()
    },
  }
}

/** Replaces the fields that changed. Of the payment, an event has only its changed fields. */
function applyChanges(receipt: PortalReceipt, changes: object): PortalReceipt {
  const { payment, ...rest } = changes as Partial<PortalReceipt>
  return { ...receipt, ...rest, payment: { ...receipt.payment, ...payment } }
}
