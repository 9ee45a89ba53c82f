import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { keepEventStream } from '../../../platform/http/keep-event-stream.js'
import type { PortalReceipt } from '../schemas.js'

export type EventStream = {
  /** Tells what a page shows, unless that is what was told last. */
  tell(shown: PortalReceipt): void
  end(): void
}

/**
 * Tells one listener what a page shows. Who does not read fast enough gets the latest when there is room again, and
 * who does not read at all is left; the same listener comes back with the last event it knows.
 */
export function openEventStream(
  response: ServerResponse,
  options: { lastId: string | null; stillThereMs: number; onClose: () => void },
): EventStream {
  let { lastId } = options
  let waiting: PortalReceipt | null = null

  const { end } = keepEventStream(response, {
    stillThereMs: options.stillThereMs,
    onDrain() {
      const shown = waiting
      waiting = null
      if (shown) tell(shown)
    },
    onClose: options.onClose,
  })

  function tell(shown: PortalReceipt): void {
    if (response.destroyed || response.writableEnded) return
    if (response.writableNeedDrain) {
      waiting = shown
      return
    }
    const { id, text } = formatEvent(shown)
    if (id === lastId) return
    lastId = id
    response.write(text)
  }

  return { tell, end }
}

/** A server-sent event. Equal receipts have equal ids. */
type PortalEvent = { id: string; text: string }

/** Formats a receipt as one event. JSON contains no line breaks, so the data is one line. */
export function formatEvent(shown: PortalReceipt): PortalEvent {
  const data = JSON.stringify(shown)
  const id = createHash('sha256').update(data).digest('base64url').slice(0, 16)
  return { id, text: `event: receipt\nid: ${id}\ndata: ${data}\n\n` }
}
