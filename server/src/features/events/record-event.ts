import { randomUUID } from 'node:crypto'
import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { type EventKind, type MerchantEvent, writeEventBody } from './event.js'
import { insertUnlisted } from './event-store.js'
import { insertRecorded } from './recorded-event-store.js'

type EventInput = {
  /** Defaults to a new id. */
  id?: string
  merchant: Address
  kind: EventKind
  /** Events about the same receipt are delivered in the order they were recorded. */
  subject: { receiptId: string } | null
  data: Readonly<Record<string, unknown>>
  createdAt: UnixMs
  /** Also sent to this address, signed with the developer key `keyId`. */
  webhookUrl?: string | null
  keyId?: string | null
}

/**
 * Records an event for publication when the transaction commits. The transaction must hold a lock
 * on the subject, so that its events are recorded in order.
 */
export async function recordEvent(
  ctx: Pick<TxContext, 'db' | 'wakeups'>,
  input: EventInput,
): Promise<void> {
  const { merchant, kind, subject, data, createdAt } = input
  await insertRecorded(ctx.db, {
    merchant,
    id: input.id ?? randomUUID(),
    kind,
    receiptId: subject?.receiptId ?? null,
    body: writeEventBody(kind, data),
    webhookUrl: input.webhookUrl ?? null,
    keyId: input.keyId ?? null,
    createdAt,
  })
  ctx.db.afterCommit(() => ctx.wakeups.wake('recorded-events'))
}

/** Stores an event for a test delivery. It has no number, so the feed and the stream omit it. */
export async function recordTestEvent(
  ctx: Pick<TxContext, 'db'>,
  { merchant, kind, data, createdAt }: Omit<EventInput, 'subject'>,
): Promise<MerchantEvent> {
  const body = writeEventBody(kind, { ...data, test: true })
  const event = { merchant, id: randomUUID(), kind, receiptId: null, body, createdAt }
  await insertUnlisted(ctx.db, event)
  return event
}
