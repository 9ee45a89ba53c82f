import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'

/** Everything merchants are told about. The first is the one that addresses of single receipts get. */
export const eventKinds = ['receipt.status_updated'] as const

export type EventKind = (typeof eventKinds)[number]

/** Something a merchant is told, as the bytes that everybody gets. */
export type MerchantEvent = {
  merchant: Address
  id: string
  kind: EventKind
  receiptId: string | null
  /** JSON. It is never parsed and written again: a signature is over these very bytes. */
  body: string
  createdAt: UnixMs
}
