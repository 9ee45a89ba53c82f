import { randomUUID } from 'node:crypto'
import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { type EventKind, type MerchantEvent, writeEventBody } from './event.js'
import { insertUnlisted } from './event-store.js'

/** Stores an event for a test delivery. It has no number, so the feed and the stream omit it. */
export async function recordTestEvent(
  ctx: Pick<TxContext, 'db'>,
  input: {
    merchant: Address
    kind: EventKind
    data: Readonly<Record<string, unknown>>
    createdAt: UnixMs
  },
): Promise<MerchantEvent> {
  const { merchant, kind, data, createdAt } = input
  const body = writeEventBody(kind, { ...data, test: true })
  const event = { merchant, id: randomUUID(), kind, receiptId: null, body, createdAt }
  await insertUnlisted(ctx.db, event)
  return event
}
