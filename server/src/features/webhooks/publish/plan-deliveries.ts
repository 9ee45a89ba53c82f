import { randomUUID } from 'node:crypto'
import type { UnixMs } from '../../../lib/time.js'
import { realNow } from '../../../platform/clock/sandbox-clock.js'
import type { TxContext } from '../../../platform/context.js'
import { signBody } from '../../../platform/outbound/sign-body.js'
import type { MerchantEvent, RecordedEvent } from '../../events/event.js'
import type { PlanDeliveries } from '../../events/publish-events.js'
import { type Delivery, type QueuedDelivery, queueOf } from '../delivery.js'
import { listEnabledEndpoints, type SealedEndpoint } from '../endpoints/endpoint-store.js'
import { addDeliveries } from '../queue-deliveries.js'
import { bodyAs, chooseKind } from '../webhook-kind.js'
import { createSigningSecrets, type Secrets, type SigningSecrets } from './signing-secrets.js'

/** An address that receives an event. */
export type Target = Pick<Delivery, 'id' | 'kind' | 'url' | 'endpointId' | 'extendedRetries'> & {
  /** The secrets in force, the newest first. `null` when none is available. */
  secrets: Secrets | null
}

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

/**
 * Returns the addresses that receive an event: the receipt's own address, and every endpoint of the
 * merchant that subscribes to its kind. The key that created the receipt signs for its own address.
 * Without a key, the secret of the shop does.
 */
async function chooseTargets(
  event: RecordedEvent,
  { endpoints, secrets }: { endpoints: readonly SealedEndpoint[]; secrets: SigningSecrets },
): Promise<Target[]> {
  const { merchant, id, kind, webhookUrl: url, keyId } = event
  const ours = endpoints.filter((endpoint) => endpoint.merchant === merchant)
  const targets: Target[] = []

  if (url !== null) {
    const signing =
      keyId === null ? secrets.ofShop(merchant, ours) : secrets.ofKey({ merchant, id: keyId })
    // Receivers deduplicate by the id, which is that of the event here.
    const address = { id, kind, url, endpointId: null, extendedRetries: false }
    targets.push({ ...address, secrets: await signing })
  }
  for (const endpoint of ours) {
    const chosenKind = chooseKind(event, endpoint.events)
    if (chosenKind === null) continue
    targets.push({
      id: randomUUID(),
      kind: chosenKind,
      url: endpoint.url,
      endpointId: endpoint.id,
      extendedRetries: endpoint.extendedRetries,
      secrets: await secrets.ofEndpoint(endpoint),
    })
  }
  return targets
}

/** Skips an event with an invalid address, which would block the events of other merchants. */
function signOrSkip(
  ctx: TxContext,
  { event, targets }: { event: RecordedEvent; targets: readonly Target[] },
): QueuedDelivery[] {
  try {
    const times = { now: ctx.now(), signedAt: realNow(ctx) }
    return targets.map((target) => {
      const delivery = signDelivery(event, { target, ...times })
      return { delivery, queue: queueOf(delivery) }
    })
  } catch (error) {
    const { merchant, receiptId } = event
    const fields = { merchant, receiptId, err: error }
    ctx.log.warn(fields, 'an event cannot be delivered')
    const message = 'an event cannot be delivered: its record is damaged'
    ctx.alerts.raise({ name: 'event_undeliverable', message, ...fields })
    return []
  }
}

/** Returns the signed delivery of an event to an address. Without a secret it has failed. */
export function signDelivery(
  event: MerchantEvent,
  { target, now, signedAt }: { target: Target; now: UnixMs; signedAt: UnixMs },
): Delivery {
  const { merchant, id: eventId, receiptId } = event
  const { secrets, ...address } = target
  const payload = { id: eventId, body: bodyAs(target.kind, event.body), signedAt }
  const signatures = secrets && signBody(payload, secrets)
  const base = { ...address, merchant, eventId, receiptId, signatures, signedAt, createdAt: now }
  if (signatures) return { ...base, status: 'pending', attempts: [] }
  // Receivers could not verify an unsigned delivery, so it is never sent.
  const failure = { at: now, httpStatus: null, error: 'no_signing_secret', durationMs: 0 } as const
  return { ...base, status: 'failed', attempts: [failure] }
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
