import type { Context, TxContext } from '../../platform/context.js'
import type { RecordedEvent } from './event.js'
import { insertEvents } from './event-store.js'
import { hasRecorded, takeRecorded } from './recorded-event-store.js'

/** Plans the deliveries of published events, within the transaction that publishes them. */
export type PlanDeliveries = (ctx: TxContext, events: readonly RecordedEvent[]) => Promise<void>

const batchSize = 200

/**
 * Publishes the oldest recorded events: numbers them per merchant and plans their deliveries. Only one
 * process publishes at a time. Returns how many were published, and whether more may wait.
 */
export async function publishEvents(
  ctx: Context,
  plan: PlanDeliveries,
): Promise<{ published: number; isMore: boolean }> {
  if (!(await hasRecorded(ctx.db))) return { published: 0, isMore: false }
  const published = await ctx.db.transaction(async (tx) => {
    const events = await takeRecorded(tx, batchSize)
    if (events.length === 0) return 0
    await insertEvents(tx, events)
    await plan({ ...ctx, db: tx }, events)
    return events.length
  })
  return { published, isMore: published === batchSize }
}
