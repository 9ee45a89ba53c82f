import type { Context } from '../../platform/context.js'
import type { CheckResult } from '../../platform/health.js'
import { summariseNews } from '../receipts/status/status-change-store.js'
import { stuckAfterMs } from './check-webhooks.js'

/** Checks that status changes do not wait to be published, and counts those that do, up to ten thousand. */
export async function checkOutbox({
  db,
  metrics,
}: Pick<Context, 'db' | 'metrics'>): Promise<CheckResult> {
  const { count, oldestMs } = await summariseNews(db)
  metrics.outboxPending.set(count)
  return { ok: oldestMs < stuckAfterMs, pending: count }
}
