import type { FastifyRequest } from 'fastify'
import type { Outage } from '../platform/degraded/enforce-outages.js'
import type { ErrorFields } from '../platform/http/create-http-server.js'
import type { Idempotent } from '../platform/http/idempotency/enforce-idempotency.js'
import type { RouteReference } from '../platform/http/routes.js'
import type { Guard } from './guards.js'

/** Decides whether a page of an origin may make a request. */
export type AllowsOrigin = (request: FastifyRequest, origin: string) => Promise<boolean>

/**
 * The contract of a route: its `config`. The service does not start if a route lacks `guard` or
 * `outage`. ARCHITECTURE.md lists the fields.
 */
export type RouteConfig = {
  /** The callers that the route admits, and the limit that counts them. */
  guard?: Guard
  /** How the route behaves while the database is unavailable. */
  outage?: Outage
  /**
   * Set on routes that write at most about a kilobyte, like a session, that only calculate, or that
   * count what they store themselves.
   */
  stores?: 'little' | 'nothing' | 'counted'
  /** Whether the route creates a receipt, which counts against a limit of its own. */
  createsReceipt?: true
  /** Set on routes that create something: with an `Idempotency-Key` they do so once. */
  idempotent?: Idempotent
  /** Set on a deprecated route. It may be removed from `sunset` on, a UTC day as YYYY-MM-DD. */
  deprecated?: { sunset: string }
  /**
   * Lets pages of every site call the route, without cookies. Only for routes that serve agents: a
   * merchant's key must never be in a page.
   */
  allowsAnyOrigin?: boolean
  /** Returns whether pages of a site may call the route, without cookies. Others may not. */
  allowsOrigin?: AllowsOrigin
  /** Further fields of every error body at this path, including those of other methods. */
  errorFields?: ErrorFields
  /**
   * Paths beyond the schemas that are not reported: the route refuses them, or ignores them as
   * documented.
   */
  unreportedFields?: readonly string[]
  /** Parts of the API reference that follow from neither the schemas nor the guard. */
  reference?: RouteReference
}

declare module 'fastify' {
  interface FastifyContextConfig extends RouteConfig {}
}
