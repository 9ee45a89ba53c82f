import type { PortalReceipt } from '@tallystick/sdk'
import { parseObject } from '../../api/parse-object.js'
import { createPolls } from './create-poller.js'

type ConnectionState = 'live' | 'reconnecting'

type FollowInput = {
  eventsUrl: string
  load(): Promise<PortalReceipt>
  onReceipt(receipt: PortalReceipt): void
  onConnection(state: ConnectionState): void
  EventSource?: typeof EventSource
  target?: Window
}

/** A browser does not come back by itself to a stream that was refused. */
const reopenMs = 15_000

/** `EventSource.CLOSED`, whichever implementation it is. */
const closed = 2

/**
 * Tells what a receipt is like whenever it changes, by server-sent events, and by asking while there are none. A page
 * that nobody looks at does not ask; it catches up when it is looked at again.
 *
 * @returns how to ask at once, which tells whether there was an answer, and what ends it.
 */
export function followReceipt(input: FollowInput): { refresh(): Promise<boolean>; stop(): void } {
  const { eventsUrl, onReceipt, onConnection, target = window } = input
  const Source = input.EventSource ?? EventSource
  const polls = createPolls(input)
  const ending = new AbortController()
  let source: EventSource | null = null
  let state: ConnectionState | null = null
  let reopening: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    close()
    const opened = new Source(eventsUrl)
    source = opened
    opened.addEventListener('open', () => {
      polls.stop()
      // The stream tells only what changed since its last event, and something else may have been shown since.
      if (state === 'reconnecting') void polls.ask()
      say('live')
    })
    opened.addEventListener('receipt', ({ data }) => {
      const receipt = parseObject(data)
      if (!receipt) return
      polls.outrun()
      onReceipt(receipt as PortalReceipt)
    })
    opened.addEventListener('error', () => {
      say('reconnecting')
      if (target.document.hidden) return
      polls.start()
      if (opened.readyState === closed) reopening = setTimeout(open, reopenMs)
    })
  }

  function close(): void {
    clearTimeout(reopening)
    source?.close()
  }

  function say(now: ConnectionState): void {
    if (now === state) return
    state = now
    onConnection(now)
  }

  /** A phone that was asleep may think that its connection is still there: only a new one is sure to be. */
  function wake(): void {
    if (target.document.hidden) return
    open()
    void polls.ask()
    if (state === 'reconnecting') polls.start()
  }

  function onVisibility(): void {
    if (!target.document.hidden) {
      wake()
      return
    }
    polls.stop()
    clearTimeout(reopening)
  }

  /** The first one says only that the page was loaded. */
  function onPageShow({ persisted }: PageTransitionEvent): void {
    if (persisted) wake()
  }

  const { signal } = ending
  target.document.addEventListener('visibilitychange', onVisibility, { signal })
  target.addEventListener('online', wake, { signal })
  target.addEventListener('pageshow', onPageShow, { signal })
  open()

  return {
    refresh: polls.ask,
    stop: () => {
      ending.abort()
      close()
      polls.stop()
      polls.outrun()
    },
  }
}
