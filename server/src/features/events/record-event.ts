import { randomUUID } from 'node:crypto'
import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { type EventKind, writeEventBody } from './event.js'
import { insertRecorded } from './recorded-event-store.js'

export type EventInput = {
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
 * Records an event for publication when the transaction commits. The transaction must hold a lock on the subject, so that
 * its events are recorded in order.
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
