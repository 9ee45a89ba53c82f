import type { NumberedEvent } from './event-store.js'
import type { Event } from './schemas.js'

/** An event as the feed has it: what was published, with its id and its time. */
export function describeEvent({ id, createdAt, body }: NumberedEvent): Event {
  return { id, createdAt, ...JSON.parse(body) }
}
