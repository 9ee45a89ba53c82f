import type { NumberedEvent } from './event-store.js'

/**
 * Writes an event as a server-sent one: its number to come back with, its kind, and what the feed has of it. The
 * stored text goes in as it is; JSON has no line breaks of its own, so it is one line.
 */
export function formatEvent({ no, kind, id, createdAt, body }: NumberedEvent): string {
  const head = JSON.stringify({ id, createdAt }).slice(0, -1)
  return `id: ${no}\nevent: ${kind}\ndata: ${head},${body.slice(1)}\n\n`
}
