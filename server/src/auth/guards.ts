import type { IpLimit } from './ip-limits.js'
import type { Right } from './roles.js'
import type { Scope } from './scopes.js'

/** Everybody, as often as `limit` allows one address; but no page of another site, where that would do harm. */
type PublicAdmission = { kind: 'public'; limit: IpLimit | null; fromOwnPages: boolean }
/** A developer key, in either key header, and as a bearer token where the interface says so. */
type DeveloperAdmission = { kind: 'developer'; scopes: readonly Scope[]; acceptsBearer: boolean }
/**
 * Somebody signed in: anybody, or only who has this right at the merchant the request is about, or only who
 * operates the platform.
 */
type SessionAdmission = {
  kind: 'session'
  may: Right | null
  onlyOperators: boolean
  acceptsBearer: boolean
}
/** Whoever has the payment page of a receipt open, by its token; as often as the page's limit allows one address. */
type PortalAdmission = { kind: 'portal' }
/** Somebody signed in on that page: the page's token and a session, with the page's limit. */
type BuyerAdmission = { kind: 'buyer' }
/** The scheduler, by its secret. */
type CronAdmission = { kind: 'cron' }
/** A wallet that proves itself in a header (CAIP-122). Described already, admitted later. */
type SiwxAdmission = { kind: 'siwx' }
/** A payment for this very call. Described already, admitted later. */
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

/** Who may call a route: any of these. Every route states exactly one guard. */
export type Guard = readonly Admission[]

declare module 'fastify' {
  interface FastifyContextConfig {
    guard?: Guard
  }
}

/** Admits everybody. */
export function anyone(options: { limit?: IpLimit; fromOwnPages?: boolean } = {}): Guard {
  const { limit = null, fromOwnPages = false } = options
  return [{ kind: 'public', limit, fromOwnPages }]
}

/** Admits holders of a developer key, with `scope` if one is named, or with all of them if several are. */
export function developer(
  options: { scope?: Scope | readonly Scope[]; acceptsBearer?: boolean } = {},
): Guard {
  const { scope = [], acceptsBearer = false } = options
  return [{ kind: 'developer', scopes: [scope].flat(), acceptsBearer }]
}

/** Admits whoever is signed in and has the right to do this for the merchant. */
export function session(options: { may: Right; acceptsBearer?: boolean }): Guard {
  const { may, acceptsBearer = false } = options
  return [{ kind: 'session', may, onlyOperators: false, acceptsBearer }]
}

/** Admits whoever is signed in. No merchant is chosen. */
export function signedIn(): Guard {
  return [{ kind: 'session', may: null, onlyOperators: false, acceptsBearer: false }]
}

/** Admits whoever is signed in with a wallet of `PLATFORM_ADMINS`. No merchant is chosen. */
export function operator(): Guard {
  return [{ kind: 'session', may: null, onlyOperators: true, acceptsBearer: false }]
}

/** Admits the payment page of a receipt. The route makes sure that it is about this very receipt: `receiptOf`. */
export function portal(): Guard {
  return [{ kind: 'portal' }]
}

/**
 * Admits whoever is signed in on the payment page of a receipt, for that receipt alone. The page's token says
 * that a buyer is meant, so next to `session` this decides where there is one: staff act as buyers there.
 */
export function buyer(): Guard {
  return [{ kind: 'buyer' }]
}

/** Admits the scheduler. */
export function cron(): Guard {
  return [{ kind: 'cron' }]
}

/** Will admit whoever proves a wallet in the request itself. */
export function siwx(): Guard {
  return [{ kind: 'siwx' }]
}

/** Will admit whoever pays for the call. */
export function x402(): Guard {
  return [{ kind: 'x402' }]
}

/** Admits whoever one of these guards admits. */
export function anyOf(...guards: Guard[]): Guard {
  return guards.flat()
}
