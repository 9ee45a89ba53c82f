import type { Address } from '../../lib/hex.js'

/** Where deliveries stand that must not overtake each other. */
export type Lane = {
  merchant: Address
  lane: string
  /** One merchant's way to one host: merchants share hosts, and must not hold each other up there. */
  route: string
}

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
  const lane = `${endpointId ?? 'receipt'} ${host} ${receiptId}`
  return { merchant, lane, route: routeOf({ merchant, host }) }
}

/** A delivery that is tried again later, or once more by hand, holds up nobody and waits for nobody. */
export function ownLaneOf(delivery: { merchant: Address; id: string; url: string }): Lane {
  const { merchant, id, url } = delivery
  const { host } = new URL(url)
  return { merchant, lane: `own ${id}`, route: routeOf({ merchant, host }) }
}

function routeOf({ merchant, host }: { merchant: Address; host: string }): string {
  return `${host} ${merchant}`
}
