import type { Admission, Guard } from '../../auth/guards.js'
import { portalTokenHeader } from '../../auth/portal-tokens.js'
import { csrfCookie, sessionCookie } from '../../auth/sessions/cookies.js'
import { assertNever } from '../../lib/assert-never.js'
import type { JsonObject } from './hoist-schemas.js'

type Security = Record<string, never[]>

/** All authentication methods. */
export const securitySchemes = {
  apimKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Ocp-Apim-Subscription-Key',
    description: 'Developer key. Takes precedence when both key headers are sent.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'Developer key, as an alternative to `Ocp-Apim-Subscription-Key`.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'Developer key or session token as a bearer token, on the routes that list it.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description: 'Session cookie, set when you sign in with a wallet at /api/auth/login.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'x-csrf-token',
    description: `Required on every write with a session cookie: the csrfToken of the session, also in ${csrfCookie}.`,
  },
  portal: {
    type: 'apiKey',
    in: 'header',
    name: portalTokenHeader,
    description: 'The portalToken of a receipt, from GET /api/portal/{id}.',
  },
  cron: {
    type: 'apiKey',
    in: 'header',
    name: 'x-cron-secret',
    description: "Secret of the deployment's scheduler.",
  },
  x402: {
    type: 'http',
    scheme: 'x402',
    description:
      'Payment for this call, as base64 JSON in the header PAYMENT-SIGNATURE (x402 version 2) or X-PAYMENT (version 1).',
  },
  siwx: {
    type: 'apiKey',
    in: 'header',
    name: 'SIGN-IN-WITH-X',
    description:
      'CAIP-122 message signed by a wallet, in base64. Get a challenge from GET /api/auth/challenge, or from a response with status 401.',
    'x-agentcash-auth-kind': 'siwx',
  },
} as const satisfies Record<string, JsonObject>

/** Describes who may call a route. Any one entry of `security` suffices. */
export function describeAccess(guard: Guard, method: string): JsonObject {
  const all = relevantIn(guard).flatMap((admission) => describeAdmission(admission, method))
  const security = all.filter((entry, index) => all.findIndex(isSame(entry)) === index)
  const scopes = guard.find((admission) => admission.kind === 'developer')?.scopes ?? []
  const session = guard.find((admission) => admission.kind === 'session')
  return {
    // A list with only the empty entry means the same as an empty list.
    security: security.every((entry) => Object.keys(entry).length === 0) ? [] : security,
    // Separated by spaces, as in OAuth.
    ...(scopes.length > 0 ? { 'x-required-scope': scopes.join(' ') } : {}),
    ...(session?.may ? { 'x-required-right': session.may } : {}),
    ...(session?.onlyOperators ? { 'x-operators-only': true } : {}),
  }
}

/**
 * Returns the admissions to describe. Directories of paid APIs read any key in the list as required, so a route that
 * takes a payment lists only the payment, and one that a wallet or anyone may call lists only these two, in this order.
 */
function relevantIn(guard: Guard): Guard {
  const of = (kind: Admission['kind']) => guard.filter((admission) => admission.kind === kind)
  if (of('x402').length > 0) return of('x402')
  if (of('siwx').length > 0 && of('public').length > 0) return [...of('siwx'), ...of('public')]
  return guard
}

/** Keys and sessions can share the bearer entry. */
function isSame(entry: Security) {
  const text = JSON.stringify(entry)
  return (other: Security) => JSON.stringify(other) === text
}

function describeAdmission(admission: Admission, method: string): Security[] {
  switch (admission.kind) {
    case 'public':
      return [{}]
    case 'developer':
      return [{ apimKey: [] }, { apiKey: [] }, ...(admission.acceptsBearer ? [{ bearer: [] }] : [])]
    case 'session':
      return [
        method === 'GET' ? { session: [] } : { session: [], csrf: [] },
        ...(admission.acceptsBearer ? [{ bearer: [] }] : []),
      ]
    case 'buyer':
      return [{ session: [], ...(method === 'GET' ? {} : { csrf: [] }), portal: [] }]
    case 'portal':
    case 'cron':
    case 'siwx':
    case 'x402':
      return [{ [admission.kind]: [] }]
    default:
      return assertNever(admission)
  }
}
