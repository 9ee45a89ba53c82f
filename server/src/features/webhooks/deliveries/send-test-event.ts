import { randomBytes, randomUUID } from 'node:crypto'
import type { Author } from '../../../auth/caller.js'
import { encodeBase32 } from '../../../lib/ids.js'
import { realNow } from '../../../platform/clock/sandbox-clock.js'
import type { Context } from '../../../platform/context.js'
import { signBody } from '../../../platform/outbound/sign-body.js'
import { recordTestEvent } from '../../events/record-test-event.js'
import { sampleStatusChange } from '../../receipts/status/sample-status-change.js'
import { addDeliveries } from '../add-deliveries.js'
import type { Delivery } from '../delivery.js'
import { queueOf } from '../delivery-queue.js'
import { bodyAs, chooseKind } from '../webhook-kind.js'
import { chooseTestTarget } from './choose-test-target.js'
import type { TestWebhookBody } from './schemas.js'

/**
 * Sends a test event with made-up data and returns the id of its delivery. Its body has `test: true`. No other endpoint
 * and no feed receives it.
 *
 * @throws {AppError} `invalid_input`, `not_found`, `conflict`.
 */
export async function sendTestEvent(
  ctx: Context,
  { by, body }: { by: Author; body: TestWebhookBody },
): Promise<string> {
  const { merchant } = by
  const { status = 'completed' } = body
  const { secrets, kinds, ...target } = await chooseTestTarget(ctx, { by, body })

  const receiptId = `test-${encodeBase32(randomBytes(5))}`
  const createdAt = ctx.now()
  const signedAt = realNow(ctx)
  const data = sampleStatusChange({ merchant, receiptId, status, at: createdAt }, ctx.config)
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const event = await recordTestEvent(inTx, {
      merchant,
      kind: 'receipt.status_updated',
      data,
      createdAt,
    })
    const kind = chooseKind(event, kinds) ?? event.kind
    const delivery: Delivery = {
      ...target,
      merchant,
      id: randomUUID(),
      eventId: event.id,
      kind,
      receiptId: null,
      signatures: signBody({ id: event.id, body: bodyAs(kind, event.body), signedAt }, secrets),
      signedAt,
      status: 'pending',
      attempts: [],
      createdAt,
    }
    await addDeliveries(inTx, [{ delivery, queue: queueOf(delivery) }])
    tx.afterCommit(() => ctx.wakeups.wake('deliveries'))
    return delivery.id
  })
}
