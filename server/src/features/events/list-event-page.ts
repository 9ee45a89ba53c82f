import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { listEventsAfter, type NumberedEvent } from './event-store.js'

/**
 * A merchant's next events after a place, the oldest first, and the place after which to ask for more. At the end that
 * is the place itself, so whoever asks again with it misses nothing.
 */
export async function listEventPage(
  ctx: Pick<TxContext, 'db'>,
  { merchant, after, limit }: { merchant: Address; after: number; limit: number },
): Promise<{ events: NumberedEvent[]; next: number }> {
  const events = await listEventsAfter(ctx.db, { merchant, after, limit })
  return { events, next: events.at(-1)?.no ?? after }
}
