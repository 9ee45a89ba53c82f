import type { Hash } from '../../../lib/hex.js'
import { type UnixMs, unixMs } from '../../../lib/time.js'
import { inFlightTo, type ReceiptKey } from '../../payments/in-flight-sql.js'

/** A payment in flight. `txHash` is null before the relayer sends it, and for native token that was not announced. */
export type Sent = { txHash: Hash | null; at: UnixMs; isOurs: boolean }

/** A payment in flight as JSON. */
export type SentRow = { place: number; hash: Hash | null; at: number }

/**
 * SQL of the newest payment in flight to a receipt as JSON, or null. Authorizations come first,
 * because they are the most certain.
 */
export const sentTo = (receipt: ReceiptKey) => `(
  select json_build_object('place', place, 'hash', hash, 'at', at)
  from (${inFlightTo(receipt)} order by place, at desc, hash limit 1) as newest
)`

export function toSent({ place, hash, at }: SentRow): Sent {
  return { txHash: hash, at: unixMs(at), isOurs: place === 1 }
}
