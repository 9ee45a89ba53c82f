import type { Address } from '../../lib/hex.js'

/** Where deliveries stand that must not overtake each other. */
export type Lane = { merchant: Address; lane: string; host: string }

/** Events of one receipt reach one address in their order (what is about no receipt has no order). */
export function laneOf(delivery: {
  merchant: Address
  id: string
  receiptId: string | null
  endpointId: string | null
  url: string
}): Lane {
  const { merchant, receiptId, endpointId, url } = delivery
  if (receiptId === null) return ownLaneOf(delivery)
  const { host } = new URL(url)
  return { merchant, lane: `${endpointId ?? 'receipt'} ${host} ${receiptId}`, host }
}

/** A delivery that is tried again later, or once more by hand, holds up nobody and waits for nobody. */
export function ownLaneOf({
  merchant,
  id,
  url,
}: {
  merchant: Address
  id: string
  url: string
}): Lane {
  return { merchant, lane: `own ${id}`, host: new URL(url).host }
}
