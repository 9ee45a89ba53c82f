import { realNow } from '../../../platform/clock/sandbox-clock.js'
import type { TxContext } from '../../../platform/context.js'
import type { RecordedEvent } from '../../events/event.js'
import type { PlanDeliveries } from '../../events/publish-events.js'
import { addDeliveries } from '../add-deliveries.js'
import type { QueuedDelivery } from '../delivery-queue.js'
import { listEnabledEndpoints } from '../endpoints/endpoint-store.js'
import { chooseTargets } from './choose-targets.js'
import { signDeliveries, type Target } from './sign-deliveries.js'
import { createSigningSecrets } from './signing-secrets.js'

/** Plans a signed delivery of each event to every address that receives its kind. */
export const planDeliveries: PlanDeliveries = async (ctx, events) => {
  const merchants = [...new Set(events.map(({ merchant }) => merchant))]
  const endpoints = await listEnabledEndpoints(ctx.db, merchants)
  const secrets = createSigningSecrets(ctx)
  const queued: QueuedDelivery[] = []
  for (const event of events) {
    const targets = await chooseTargets(event, { endpoints, secrets })
    queued.push(...signOrSkip(ctx, { event, targets }))
  }
  await addDeliveries(ctx, queued)
  reportUnsigned(ctx, queued)
}

/** Skips an event with an invalid address, so that it does not block the events of other merchants. */
function signOrSkip(
  ctx: TxContext,
  { event, targets }: { event: RecordedEvent; targets: readonly Target[] },
): QueuedDelivery[] {
  try {
    return signDeliveries(event, { targets, now: ctx.now(), signedAt: realNow(ctx) })
  } catch (error) {
    const { merchant, receiptId } = event
    const fields = { merchant, receiptId, err: error }
    ctx.log.warn(fields, 'an event cannot be delivered')
    const message = 'an event cannot be delivered: its record is damaged'
    ctx.alerts.raise({ name: 'event_undeliverable', message, ...fields })
    return []
  }
}

function reportUnsigned(ctx: TxContext, queued: readonly QueuedDelivery[]): void {
  const unsigned = queued.map(({ delivery }) => delivery).filter(({ signatures }) => !signatures)
  ctx.db.afterCommit(() => {
    for (const { id, receiptId } of unsigned) {
      ctx.metrics.webhookAttempts.inc({ outcome: 'failed' })
      ctx.log.info({ deliveryId: id, receiptId }, 'webhook delivery failed: no signing secret')
    }
  })
}
