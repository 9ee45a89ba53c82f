/**
 * The owners that a limit counts by, the smallest first. A wallet costs nothing, so a limit per
 * person or merchant needs one per network address as well: an IPv4 address, or a /64 network of
 * IPv6.
 */
export const limitOwners = [
  'request',
  'receipt',
  'wallet',
  'person',
  'subscription',
  'merchant',
  'network',
  'platform',
] as const

export type LimitOwner = (typeof limitOwners)[number]

/** The users of a limit, e.g. `{ person: wallet, network: hashNetwork(ip) }`. */
export type LimitKeys = Partial<Record<LimitOwner, string>>

export type Limit = {
  /** The plural noun of what is counted. */
  counts: string
  /** When the count begins again. Without it, what exists at the same time counts. */
  windowMs?: number
  /** Counted in each process's memory, because a query would cost more than the call. */
  isPerProcess?: boolean
  /** Counts by the /48 network of IPv6 too, although the platform has no figure. */
  countsSites?: boolean
  /** The defaults. */
  max: Partial<Record<LimitOwner, number>>
  reason: string
  /** Set on sizes of bodies, which an operator cannot change. */
  isFixed?: true
  /** The largest figure that an operator can set. */
  ceiling?: number
  /** Set on shares, which may have decimals. */
  unit?: 'percent'
}
