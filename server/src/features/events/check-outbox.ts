import type { Context } from '../../platform/context.js'
import { summariseRecorded } from './recorded-event-store.js'

/** An event that waits longer than this has no worker that publishes it. */
const stuckAfterMs = 60_000

/** Checks that recorded events are published in time, and counts those that wait, up to 10,000. */
export async function checkOutbox({
  db,
  metrics,
}: Pick<Context, 'db' | 'metrics'>): Promise<{ ok: boolean; pending: number }> {
  const { count, oldestMs } = await summariseRecorded(db)
  metrics.outboxPending.set(count)
  return { ok: oldestMs < stuckAfterMs, pending: count }
}
