import type { LimitName } from '../platform/limits/limits.js'
import type { CashierRight, Right } from './roles.js'
import type { Scope } from './scopes.js'

/** Anyone, up to `limit`. `fromOwnPages` rejects requests from pages of other sites. */
type PublicAdmission = { kind: 'public'; limit: LimitName; fromOwnPages: boolean }
/** A developer key in either key header, or as a bearer token with `acceptsBearer`. */
type DeveloperAdmission = { kind: 'developer'; scopes: readonly Scope[]; acceptsBearer: boolean }
/** A signed-in person: any, one with the right `may` at the merchant, or only operators. */
type SessionAdmission = {
  kind: 'session'
  may: Right | null
  onlyOperators: boolean
  acceptsBearer: boolean
  /** Whether the person must have proved their identity in the last minutes. */
  needsStepUp: boolean
}
/**
 * A device paired with a register. With `may`, a cashier with one of these rights has unlocked it;
 * null admits a locked register too. Displays are admitted by `displays` only.
 */
type DeviceAdmission = { kind: 'device'; may: readonly CashierRight[] | null; displays: boolean }
/** The payment page of a receipt, by its token, with the limit `portal`. */
type PortalAdmission = { kind: 'portal' }
/** A person signed in on that page: the page's token and a session, with the limit `portal`. */
type BuyerAdmission = { kind: 'buyer' }
/** The scheduler, by its secret. */
type CronAdmission = { kind: 'cron' }
/** A wallet that signs the request in a header (CAIP-122): any, or one that owns a merchant. */
type SiwxAdmission = { kind: 'siwx'; needsMerchant: boolean }
/** Anyone, up to `limit`. The route itself responds with a price until the call is paid. */
type X402Admission = { kind: 'x402'; limit: LimitName }

export type Admission =
  | PublicAdmission
  | DeveloperAdmission
  | SessionAdmission
  | DeviceAdmission
  | PortalAdmission
  | BuyerAdmission
  | CronAdmission
  | SiwxAdmission
  | X402Admission

/** The callers that a route admits: any of these. Every route has exactly one guard. */
export type Guard = readonly Admission[]

/** Admits anyone, by default with the limit of pages. */
export function anyone(options: { limit?: LimitName; fromOwnPages?: boolean } = {}): Guard {
  const { limit = 'pages', fromOwnPages = false } = options
  return [{ kind: 'public', limit, fromOwnPages }]
}

/**
 * Admits a developer key that has `scope`, or all of several scopes. Two of these in `anyOf` admit
 * a key with the scopes of either; both then accept bearer tokens, or neither.
 */
export function developer(
  options: { scope?: Scope | readonly Scope[]; acceptsBearer?: boolean } = {},
): Guard {
  const { scope = [], acceptsBearer = false } = options
  return [{ kind: 'developer', scopes: [scope].flat(), acceptsBearer }]
}

/** Admits readers of subscriptions. The scope of receipts suffices: every charge is a receipt. */
export function subscriptionReaders(): Guard {
  return [
    ...developer({ scope: 'subscriptions:read' }),
    ...developer({ scope: 'receipts:read' }),
    ...session({ may: 'subscriptions:read' }),
  ]
}

/** Admits keys and members that may change a merchant's plans and subscriptions. */
export function subscriptionWriters(): Guard {
  return [
    ...developer({ scope: 'subscriptions:write' }),
    ...developer({ scope: 'receipts:write' }),
    ...session({ may: 'subscriptions:write' }),
  ]
}

/** Admits a signed-in person with the right `may` at the merchant. */
export function session(options: {
  may: Right
  acceptsBearer?: boolean
  needsStepUp?: boolean
}): Guard {
  const { may, acceptsBearer = false, needsStepUp = false } = options
  return [{ kind: 'session', may, onlyOperators: false, acceptsBearer, needsStepUp }]
}

/** Admits any signed-in person. No merchant is chosen. */
export function signedIn({ needsStepUp = false } = {}): Guard {
  return [{ kind: 'session', may: null, onlyOperators: false, acceptsBearer: false, needsStepUp }]
}

/** Admits a person signed in with a wallet of `PLATFORM_ADMINS`. No merchant is chosen. */
export function operator(): Guard {
  return [
    { kind: 'session', may: null, onlyOperators: true, acceptsBearer: false, needsStepUp: false },
  ]
}

/**
 * Admits a register that a cashier with one of the rights `may` has unlocked. `may: null` admits a
 * locked register as well, and `displays` admits customer displays, which are never unlocked.
 */
export function device(options: {
  may: CashierRight | readonly CashierRight[] | null
  displays?: boolean
}): Guard {
  const { may, displays = false } = options
  return [{ kind: 'device', may: may === null ? null : [may].flat(), displays }]
}

/** Admits the payment page of a receipt. The route must check the receipt with `receiptOf`. */
export function portal(): Guard {
  return [{ kind: 'portal' }]
}

/**
 * Admits a person signed in on the payment page of a receipt, for that receipt only. Beside
 * `session`, a portal token takes precedence: staff act as buyers on the page.
 */
export function buyer(): Guard {
  return [{ kind: 'buyer' }]
}

/** Admits the scheduler. */
export function cron(): Guard {
  return [{ kind: 'cron' }]
}

/** Admits a wallet that signs the request. With `needsMerchant` it acts for the one it owns. */
export function siwx(options: { needsMerchant?: boolean } = {}): Guard {
  const { needsMerchant = false } = options
  return [{ kind: 'siwx', needsMerchant }]
}

/** Admits anyone to a route that the caller pays for. */
export function x402({ limit }: { limit: LimitName }): Guard {
  return [{ kind: 'x402', limit }]
}

/** Admits every caller that one of these guards admits. */
export function anyOf(...guards: Guard[]): Guard {
  return guards.flat()
}
