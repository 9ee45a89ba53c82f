import type { Admission, Guard } from '../../auth/guards.js'
import { portalTokenHeader } from '../../auth/portal-tokens.js'
import { csrfCookie, sessionCookie } from '../../auth/sessions/cookies.js'
import { assertNever } from '../../lib/assert-never.js'
import type { JsonObject } from './hoist-schemas.js'

type Security = Record<string, never[]>

/** Every way to say who is calling. */
export const securitySchemes = {
  apimKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Ocp-Apim-Subscription-Key',
    description: 'A developer key. Decides when both key headers are sent.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'A developer key, in the other header that is accepted everywhere.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A developer key or session token as bearer token, on the routes that list it.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description: 'Somebody signed in with a wallet at /api/auth/login.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'x-csrf-token',
    description: `With every change made by cookie: the csrfToken of the session, also in ${csrfCookie}.`,
  },
  portal: {
    type: 'apiKey',
    in: 'header',
    name: portalTokenHeader,
    description: 'The payment page of one receipt: the portalToken of GET /api/portal/{id}.',
  },
  cron: {
    type: 'apiKey',
    in: 'header',
    name: 'x-cron-secret',
    description: 'The scheduler of this deployment.',
  },
  x402: {
    type: 'http',
    scheme: 'x402',
    description:
      'A payment for this call, in the header x-payment or PAYMENT-SIGNATURE. Not accepted yet.',
  },
  siwx: {
    type: 'apiKey',
    in: 'header',
    name: 'SIGN-IN-WITH-X',
    description:
      'A wallet that proves itself in the request: a signed CAIP-122 message, base64. Not accepted yet.',
  },
} as const satisfies Record<string, JsonObject>

/** Who may call a route, as OpenAPI says it: any one entry of the list suffices. */
export function describeAccess(guard: Guard, method: string): JsonObject {
  const all = guard.flatMap((admission) => describeAdmission(admission, method))
  const security = all.filter((entry, index) => all.findIndex(isSame(entry)) === index)
  const scopes = guard.find((admission) => admission.kind === 'developer')?.scopes ?? []
  const session = guard.find((admission) => admission.kind === 'session')
  return {
    // A list of nothing but the empty entry says the same as an empty list, which reads better.
    security: security.every((entry) => Object.keys(entry).length === 0) ? [] : security,
    // Several as OAuth writes them.
    ...(scopes.length > 0 ? { 'x-required-scope': scopes.join(' ') } : {}),
    ...(session?.may ? { 'x-required-right': session.may } : {}),
    ...(session?.onlyOperators ? { 'x-operators-only': true } : {}),
  }
}

/** Keys and sessions may both come as bearer tokens; that is one entry. */
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
