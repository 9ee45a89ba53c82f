import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { maxOfRequest } from '../../platform/limits/max-of.js'
import { listEventsAfter, type NumberedEvent } from './event-store.js'

/**
 * Returns a merchant's next events after a number, oldest first, and the number to continue after. On an empty page that
 * is the given number, so that polling misses nothing.
 */
export async function listEventPage(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { merchant, after, limit }: { merchant: Address; after: number; limit: number },
): Promise<{ events: NumberedEvent[]; next: number }> {
  const events = await listEventsAfter(ctx.db, {
    merchant,
    after,
    limit,
    maxBytes: maxOfRequest(ctx.config, 'page-bytes'),
  })
  return { events, next: events.at(-1)?.no ?? after }
}

/** Returns an event as the feed shows it: its body, with its id and time. */
export function describeEvent({ id, createdAt, body }: NumberedEvent) {
  return { id, createdAt, ...JSON.parse(body) }
}
