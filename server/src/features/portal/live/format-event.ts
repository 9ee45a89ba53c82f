import { createHash } from 'node:crypto'
import type { PortalReceipt } from '../schemas.js'

/** One server-sent event: what a page shows, and an id that is the same whenever that is the same. */
export type PortalEvent = { id: string; text: string }

/** Writes what a page shows as an event. JSON has no line breaks of its own, so it is one line. */
export function formatEvent(shown: PortalReceipt): PortalEvent {
  const data = JSON.stringify(shown)
  const id = createHash('sha256').update(data).digest('base64url').slice(0, 16)
  return { id, text: `event: receipt\nid: ${id}\ndata: ${data}\n\n` }
}
