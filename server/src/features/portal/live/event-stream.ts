import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { keepEventStream } from '../../../platform/http/keep-event-stream.js'
import type { PortalReceipt } from '../schemas.js'

export type EventStream = {
  /** Sends a receipt, unless it equals the last one sent. */
  send(shown: PortalReceipt): void
  end(): void
}

/**
 * Opens a stream of receipts to one client. A slow client gets only the latest receipt once its buffer drains. A client
 * that reads nothing is disconnected, and resumes with the id of its last event.
 */
export function openEventStream(
  response: ServerResponse,
  options: { lastId: string | null; keepAliveMs: number; onClose: () => void },
): EventStream {
  let { lastId } = options
  let pending: PortalReceipt | null = null

  const { end } = keepEventStream(response, {
    keepAliveMs: options.keepAliveMs,
    onDrain() {
      const shown = pending
      pending = null
      if (shown) send(shown)
    },
    onClose: options.onClose,
  })

  function send(shown: PortalReceipt): void {
    if (response.destroyed || response.writableEnded) return
    if (response.writableNeedDrain) {
      pending = shown
      return
    }
    const { id, text } = formatEvent(shown)
    if (id === lastId) return
    lastId = id
    response.write(text)
  }

  return { send, end }
}

/** A server-sent event. Equal receipts have equal ids. */
type PortalEvent = { id: string; text: string }

/** Formats a receipt as one event. JSON contains no line breaks, so the data is one line. */
export function formatEvent(shown: PortalReceipt): PortalEvent {
  const data = JSON.stringify(shown)
  const id = createHash('sha256').update(data).digest('base64url').slice(0, 16)
  return { id, text: `event: receipt\nid: ${id}\ndata: ${data}\n\n` }
}
