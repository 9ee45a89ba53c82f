import type { Context, TxContext } from '../../../platform/context.js'
import type { MerchantEvent } from '../../events/event.js'
import { insertEvents } from '../../events/event-store.js'
import { writeStatusBody } from '../../events/write-status-body.js'
import {
  hasNews,
  holdNews,
  markPublished,
  type UnpublishedNews,
} from '../../receipts/status/status-change-store.js'
import type { Delivery } from '../delivery.js'
import { insertDeliveries, type PlacedDelivery } from '../delivery-store.js'
import { listEnabledEndpoints } from '../endpoints/endpoint-store.js'
import { ensureLanes } from '../lane-store.js'
import { chooseTargets } from './choose-targets.js'
import { planDeliveries, type Target } from './plan-deliveries.js'
import { createSigningSecrets } from './signing-secrets.js'

const batchSize = 200

/**
 * Makes events of the oldest changes of status that nobody was told of yet, and puts them on their way. Several
 * processes may do so; one waits for the other. Returns how many there were, and whether there may be more.
 */
export async function publishNews(ctx: Context): Promise<{ published: number; isMore: boolean }> {
  if (!(await hasNews(ctx.db))) return { published: 0, isMore: false }
  const { published, unsigned } = await ctx.db.transaction(async (tx) =>
    publishHeld({ ...ctx, db: tx }),
  )
  for (const { id, receiptId } of unsigned) {
    ctx.metrics.webhookAttempts.inc({ outcome: 'failed' })
    ctx.log.info({ deliveryId: id, receiptId }, 'webhook given up: nothing to sign it with')
  }
  return { published, isMore: published === batchSize }
}

async function publishHeld(ctx: TxContext): Promise<{ published: number; unsigned: Delivery[] }> {
  const held = await holdNews(ctx.db, batchSize)
  if (held.length === 0) return { published: 0, unsigned: [] }

  const merchants = [...new Set(held.map(({ merchant }) => merchant))]
  const endpoints = await listEnabledEndpoints(ctx.db, merchants)
  const secrets = createSigningSecrets(ctx)
  const events = held.map(toEvent)
  const placed: PlacedDelivery[] = []
  for (const [index, event] of events.entries()) {
    const { webhookUrl = null, keyId = null } = held[index]?.news ?? {}
    const { merchant, id: eventId, kind } = event
    const subject = { merchant, eventId, kind, webhookUrl, keyId }
    const targets = await chooseTargets(subject, { endpoints, secrets })
    placed.push(...planOrNone(ctx, { event, targets }))
  }

  await insertEvents(ctx.db, events)
  if (placed.length > 0) await insertDeliveries(ctx.db, placed)
  const waiting = placed.filter(({ delivery }) => delivery.status === 'pending')
  const unsigned = placed.map(({ delivery }) => delivery).filter(({ signatures }) => !signatures)
  if (waiting.length > 0) {
    await ensureLanes(
      ctx.db,
      waiting.map(({ lane }) => lane),
    )
  }
  await markPublished(ctx.db, held)
  return { published: held.length, unsigned }
}

/** One address that cannot be read must not hold up everybody else's events. */
function planOrNone(
  ctx: TxContext,
  { event, targets }: { event: MerchantEvent; targets: readonly Target[] },
): PlacedDelivery[] {
  try {
    return planDeliveries(event, { targets, now: ctx.now() })
  } catch (error) {
    const { merchant, receiptId } = event
    const fields = { merchant, receiptId, err: error }
    ctx.log.warn(fields, 'an event cannot be delivered')
    const message = 'an event cannot be delivered: its record is damaged'
    ctx.alerts.raise({ name: 'event_undeliverable', message, ...fields })
    return []
  }
}

function toEvent(change: UnpublishedNews) {
  const { merchant, receiptId, eventId: id, at: createdAt } = change
  const kind = 'receipt.status_updated' as const
  return { merchant, id, kind, receiptId, body: writeStatusBody(change), createdAt }
}
