import type { Address } from '../../lib/hex.js'
import type { Context, TxContext } from '../../platform/context.js'
import type { EventRef, RecordedEvent } from './event.js'
import { deleteEvents, insertEvents, takeNumbers } from './event-store.js'
import { hasRecorded, summarizeRecorded, takeRecorded } from './recorded-event-store.js'

/** Plans the deliveries of published events, within the transaction that publishes them. */
export type PlanDeliveries = (ctx: TxContext, events: readonly RecordedEvent[]) => Promise<void>

const batchSize = 200

/**
 * Publishes the oldest recorded events: numbers them per merchant and plans their deliveries. Only
 * one process publishes at a time. Returns how many were published, and whether more may wait.
 */
export async function publishEvents(
  ctx: Context,
  plan: PlanDeliveries,
): Promise<{ published: number; hasMore: boolean }> {
  if (!(await hasRecorded(ctx.db))) return { published: 0, hasMore: false }
  const published = await ctx.db.transaction(async (tx) => {
    const events = await takeRecorded(tx, batchSize)
    if (events.length === 0) return 0
    await insertEvents(tx, events)
    await plan({ ...ctx, db: tx }, events)
    return events.length
  })
  return { published, hasMore: published === batchSize }
}

/** Returns the next delivery number of each merchant listed, in order, including repeated ones. */
export function takeDeliveryNumbers(
  ctx: Pick<TxContext, 'db'>,
  merchants: readonly Address[],
): Promise<number[]> {
  return takeNumbers(ctx.db, merchants, 'delivery')
}

/** An event that waits longer than this has no worker that publishes it. */
const stuckAfterMs = 60_000

/** Checks that recorded events are published in time, and counts those that wait, up to 10,000. */
export async function checkOutbox(
  ctx: Pick<Context, 'db' | 'metrics'>,
): Promise<{ ok: boolean; pending: number }> {
  const { db, metrics } = ctx
  const { count, oldestMs } = await summarizeRecorded(db)
  metrics.outboxPending.set(count)
  return { ok: oldestMs < stuckAfterMs, pending: count }
}

/** Deletes published events, which no delivery needs. */
export function removeEvents(ctx: Pick<TxContext, 'db'>, events: readonly EventRef[]) {
  return deleteEvents(ctx.db, events)
}
