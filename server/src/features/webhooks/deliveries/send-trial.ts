import { randomBytes, randomUUID } from 'node:crypto'
import type { Author } from '../../../auth/caller.js'
import { encodeBase32 } from '../../../lib/ids.js'
import type { Context } from '../../../platform/context.js'
import { signBody } from '../../../platform/outbound/sign-body.js'
import { insertTrial } from '../../events/event-store.js'
import { writeStatusBody } from '../../events/write-status-body.js'
import type { Delivery } from '../delivery.js'
import { insertDeliveries } from '../delivery-store.js'
import { laneOf } from '../lane.js'
import { ensureLanes } from '../lane-store.js'
import { chooseTrialTarget } from './choose-trial-target.js'
import { sampleChange } from './sample-change.js'
import type { TestWebhookBody } from './schemas.js'

/**
 * Puts an event on its way that looks like a real one, says that it is none, and is about no receipt there is. Returns
 * the id of its delivery. It is no news, so no other address and no feed has it.
 *
 * @throws {AppError} `invalid_input`, `not_found`, `conflict`.
 */
export async function sendTrial(
  ctx: Context,
  { by, body }: { by: Author; body: TestWebhookBody },
): Promise<string> {
  const { merchant } = by
  const { status = 'completed' } = body
  const { secret, ...target } = await chooseTrialTarget(ctx, { by, body })

  const createdAt = ctx.now()
  const receiptId = `test-${encodeBase32(randomBytes(5))}`
  const change = sampleChange({ merchant, receiptId, status, at: createdAt }, ctx.config)
  const about = { merchant, kind: 'receipt.status_updated', receiptId: null } as const
  const text = writeStatusBody(change, { test: true })
  const event = { ...about, id: randomUUID(), body: text, createdAt }
  const delivery: Delivery = {
    ...about,
    ...target,
    id: randomUUID(),
    eventId: event.id,
    signatures: signBody(event, secret),
    status: 'pending',
    attempts: [],
    createdAt,
  }
  const lane = laneOf(delivery)

  await ctx.db.transaction(async (tx) => {
    await insertTrial(tx, event)
    await insertDeliveries(tx, [{ delivery, lane }])
    await ensureLanes(tx, [lane])
    tx.afterCommit(() => ctx.wakeups.wake('deliveries'))
  })
  return delivery.id
}
