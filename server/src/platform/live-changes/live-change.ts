import type { Address } from '../../lib/hex.js'

/** The kinds of objects whose changes open screens can follow. */
export const liveKinds = [
  'receipt',
  'item',
  'subscription',
  'payout',
  'notification',
  'job',
] as const

export type LiveKind = (typeof liveKinds)[number]

/** A change of an object. It has no data of the object, which screens load themselves. */
export type LiveChange = {
  merchant: Address
  kind: LiveKind
  /** Null for many objects of the kind. */
  id: string | null
  change: 'created' | 'updated' | 'deleted'
  /** The only person whom the change concerns, or null for all who may see the kind. */
  person: string | null
}
