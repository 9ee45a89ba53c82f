import type { Context } from '../../platform/context.js'
import type { CheckResult } from '../../platform/health.js'
import { checkOutbox } from '../events/check-outbox.js'
import { countQueues } from './queue-store.js'

/**
 * Checks that recorded events are published in time. Receivers that do not respond are their merchants' concern:
 * deliveries that wait for them are only counted, up to 10,000.
 */
export async function checkWebhooks(ctx: Pick<Context, 'db' | 'metrics'>): Promise<CheckResult> {
  const [outbox, pending] = await Promise.all([checkOutbox(ctx), countQueues(ctx.db)])
  return { ok: outbox.ok, unpublished: outbox.pending, pending }
}
