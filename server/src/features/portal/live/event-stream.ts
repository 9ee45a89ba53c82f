import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { keepEventStream } from '../../../platform/http/event-streams.js'
import type { PortalReceipt } from '../schemas.js'
import { diffReceipts } from './diff-receipts.js'

export type EventStream = {
  /** Sends a receipt: the first one whole, then what changed since the last one. */
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
  /** The receipt that the client has. */
  let known: PortalReceipt | null = null

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
    const { id, text } = formatEvent(shown, known)
    known = shown
    if (id === lastId) return
    lastId = id
    response.write(text)
  }

  return { send, end }
}

/** A server-sent event. Equal receipts have equal ids. */
type PortalEvent = { id: string; text: string }

/**
 * Formats a receipt as one event: whole, or what changed since the receipt that the client has. JSON contains no line
 * breaks, so the data is one line.
 */
export function formatEvent(shown: PortalReceipt, known: PortalReceipt | null): PortalEvent {
  const whole = JSON.stringify(shown)
  const id = createHash('sha256').update(whole).digest('base64url').slice(0, 16)
  const [name, data] = known
    ? ['change', JSON.stringify(diffReceipts(known, shown))]
    : ['receipt', whole]
  return { id, text: `event: ${name}\nid: ${id}\ndata: ${data}\n\n` }
}
