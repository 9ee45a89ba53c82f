import type { NumberedEvent } from './event-store.js'

/** Returns an event as the feed shows it: its body, with its id and time. */
export function describeEvent({ id, createdAt, body }: NumberedEvent) {
  return { id, createdAt, ...JSON.parse(body) }
}
