import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'

export const eventKinds = [
  'receipt.status_updated',
  'receipt.oversold',
  'subscription.created',
  'subscription.charged',
  'subscription.charge_failed',
  'subscription.charge_upcoming',
  'subscription.charge_at_risk',
  'subscription.paused',
  'subscription.resumed',
  'subscription.canceled',
  'subscription.revoked',
  'subscription.expired',
] as const

export type EventKind = (typeof eventKinds)[number]

/** The kinds an endpoint receives when it names none. Merchants opt in to new kinds. */
export const defaultEventKinds: readonly EventKind[] = ['receipt.status_updated']

export type EventRef = { merchant: Address; id: string }

export type MerchantEvent = EventRef & {
  kind: EventKind
  receiptId: string | null
  /** JSON. Never parse it and write it again: signatures cover these bytes. */
  body: string
  createdAt: UnixMs
}

/** An unpublished event, with the receipt's own webhook URL and the key that signs for it. */
export type RecordedEvent = MerchantEvent & { webhookUrl: string | null; keyId: string | null }

/** Returns the body of an event, as webhooks and the feed send it. */
export function writeEventBody(kind: EventKind, data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ event: kind, ...data })
}
