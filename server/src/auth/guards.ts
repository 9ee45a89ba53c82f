import type { LimitName } from '../platform/limits/limits.js'
import type { Right } from './roles.js'
import type { Scope } from './scopes.js'

/** Anyone, up to `limit`. `fromOwnPages` rejects requests from pages of other sites. */
type PublicAdmission = { kind: 'public'; limit: LimitName; fromOwnPages: boolean }
/** A developer key in either key header, or as a bearer token with `acceptsBearer`. */
type DeveloperAdmission = { kind: 'developer'; scopes: readonly Scope[]; acceptsBearer: boolean }
/**
 * A signed-in person: anyone, only those with the right `may` at the request's merchant, or only operators of the
 * platform.
 */
type SessionAdmission = {
  kind: 'session'
  may: Right | null
  onlyOperators: boolean
  acceptsBearer: boolean
}
/** The payment page of a receipt, by its token, with the limit `portal`. */
type PortalAdmission = { kind: 'portal' }
/** A person signed in on that page: the page's token and a session, with the limit `portal`. */
type BuyerAdmission = { kind: 'buyer' }
/** The scheduler, by its secret. */
type CronAdmission = { kind: 'cron' }
/** A wallet that signs the request in a header (CAIP-122). Documented but not admitted yet. */
type SiwxAdmission = { kind: 'siwx' }
/** A payment for this call. Documented but not admitted yet. */
type X402Admission = { kind: 'x402' }

export type Admission =
  | PublicAdmission
  | DeveloperAdmission
  | SessionAdmission
  | PortalAdmission
  | BuyerAdmission
  | CronAdmission
  | SiwxAdmission
  | X402Admission

/** The callers that a route admits: any of these. Every route has exactly one guard. */
export type Guard = readonly Admission[]

declare module 'fastify' {
  interface FastifyContextConfig {
    guard?: Guard
  }
}

/** Admits anyone, by default with the limit of pages. */
export function anyone(options: { limit?: LimitName; fromOwnPages?: boolean } = {}): Guard {
  const { limit = 'pages', fromOwnPages = false } = options
  return [{ kind: 'public', limit, fromOwnPages }]
}

/** Admits a developer key that has `scope`, or all of several scopes. */
export function developer(
  options: { scope?: Scope | readonly Scope[]; acceptsBearer?: boolean } = {},
): Guard {
  const { scope = [], acceptsBearer = false } = options
  return [{ kind: 'developer', scopes: [scope].flat(), acceptsBearer }]
}

/** Admits a signed-in person with the right `may` at the merchant. */
export function session(options: { may: Right; acceptsBearer?: boolean }): Guard {
  const { may, acceptsBearer = false } = options
  return [{ kind: 'session', may, onlyOperators: false, acceptsBearer }]
}

/** Admits any signed-in person. No merchant is chosen. */
export function signedIn(): Guard {
  return [{ kind: 'session', may: null, onlyOperators: false, acceptsBearer: false }]
}

/** Admits a person signed in with a wallet of `PLATFORM_ADMINS`. No merchant is chosen. */
export function operator(): Guard {
  return [{ kind: 'session', may: null, onlyOperators: true, acceptsBearer: false }]
}

/** Admits the payment page of a receipt. The route must check the receipt with `receiptOf`. */
export function portal(): Guard {
  return [{ kind: 'portal' }]
}

/**
 * Admits a person signed in on the payment page of a receipt, for that receipt only. Beside `session`, a portal token
 * takes precedence: staff act as buyers on the page.
 */
export function buyer(): Guard {
  return [{ kind: 'buyer' }]
}

/** Admits the scheduler. */
export function cron(): Guard {
  return [{ kind: 'cron' }]
}

/** Will admit a wallet that signs the request. */
export function siwx(): Guard {
  return [{ kind: 'siwx' }]
}

/** Will admit a caller that pays for the call. */
export function x402(): Guard {
  return [{ kind: 'x402' }]
}

/** Admits every caller that one of these guards admits. */
export function anyOf(...guards: Guard[]): Guard {
  return guards.flat()
}
