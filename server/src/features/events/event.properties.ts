import { randomUUID } from 'node:crypto'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import type { MerchantEvent } from './event.js'
import { insertEvents } from './event-store.js'
import { writeStatusBody } from './write-status-body.js'

/** An event as publishing makes it; a test states only what it is about. */
export function anEvent(
  ctx: Pick<Context, 'now'>,
  fields: Partial<MerchantEvent> & Pick<MerchantEvent, 'merchant'>,
): MerchantEvent {
  const { merchant, receiptId = 'R-1', createdAt = ctx.now() } = fields
  const body = writeStatusBody({
    ...{ merchant, receiptId: receiptId ?? 'test', at: createdAt },
    ...{ status: 'paid', previousStatus: 'pending' },
    news: {
      ...{ failureCode: null, transactionHash: null, buyerWallet: null, totalUsd: 12, token: null },
      ...{ brandKey: 'default', transactionId: null, metadata: { note: 'a\nb' } },
      ...{ webhookUrl: null, keyId: null },
    },
  })
  const id = randomUUID()
  return { id, kind: 'receipt.status_updated', receiptId, body, createdAt, ...fields }
}

/** Publishes so many events of a merchant at once and returns them. */
export async function publish(
  ctx: Context,
  { merchant, count = 1 }: { merchant: Address; count?: number },
): Promise<MerchantEvent[]> {
  const events = Array.from({ length: count }, (_, index) =>
    anEvent(ctx, { merchant, receiptId: `R-${index + 1}` }),
  )
  await ctx.db.transaction((tx) => insertEvents(tx, events))
  return events
}
