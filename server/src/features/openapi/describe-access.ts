import { deviceCookie, deviceCsrfCookie, deviceHeader } from '../../auth/devices/device-cookies.js'
import type { Admission, Guard } from '../../auth/guards.js'
import { portalTokenHeader } from '../../auth/portal-tokens.js'
import { csrfCookie, sessionCookie } from '../../auth/sessions/cookies.js'
import { assertNever } from '../../lib/errors.js'
import type { JsonObject } from './hoist-schemas.js'

type Security = Record<string, never[]>

/** All authentication methods. */
export const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'Developer key. Keep it on your server.',
  },
  apimKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Ocp-Apim-Subscription-Key',
    description:
      'Developer key, as an alternative to `x-api-key`. Takes precedence when both are sent.',
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
    description:
      'Session cookie, set when you sign in with a wallet at /api/auth/login or with a passkey at /api/auth/passkey.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'x-csrf-token',
    description: `Required on every write with a cookie: the csrfToken of the session, also in ${csrfCookie}, or of the device, also in ${deviceCsrfCookie}.`,
  },
  device: {
    type: 'apiKey',
    in: 'cookie',
    name: deviceCookie,
    description: `Cookie of a register or customer display, set by POST /api/devices. Send the device's id as ${deviceHeader} where a person may be signed in too.`,
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
  const [scopes = [], ...otherScopes] = guard.flatMap((admission) =>
    admission.kind === 'developer' ? [admission.scopes] : [],
  )
  const session = guard.find((admission) => admission.kind === 'session')
  const device = guard.find((admission) => admission.kind === 'device')
  return {
    // A list with only the empty entry means the same as an empty list.
    security: security.every((entry) => Object.keys(entry).length === 0) ? [] : security,
    // Separated by spaces, as in OAuth.
    ...(scopes.length > 0 ? { 'x-required-scope': scopes.join(' ') } : {}),
    ...(otherScopes.length > 0
      ? { 'x-alternative-scopes': otherScopes.map((list) => list.join(' ')) }
      : {}),
    ...(session?.may ? { 'x-required-right': session.may } : {}),
    ...(session?.needsStepUp ? { 'x-step-up': true } : {}),
    ...(device?.may ? { 'x-cashier-rights': device.may } : {}),
    ...(session?.onlyOperators ? { 'x-operators-only': true } : {}),
  }
}

/** Says in a sentence who may call a route. */
export function sayAccess(guard: Guard): string {
  if (guard.some((admission) => admission.kind === 'public')) return 'Anyone may call it.'
  return `Requires ${guard.map(sayAdmission).join(', or ')}.`
}

function sayAdmission(admission: Admission): string {
  switch (admission.kind) {
    case 'public':
      return 'nothing'
    case 'developer':
      return ['a developer key', ...admission.scopes.map((scope) => `with \`${scope}\``)].join(' ')
    case 'session':
      if (admission.onlyOperators) return 'the session of an operator'
      return admission.may ? `a session with the right \`${admission.may}\`` : 'a session'
    case 'device':
      return sayDevice(admission)
    case 'portal':
      return 'the token of the payment page'
    case 'buyer':
      return 'a session with the token of the payment page'
    case 'cron':
      return 'the secret of the scheduler'
    case 'siwx':
      return 'a signature of your wallet'
    case 'x402':
      return 'a payment'
    default:
      return assertNever(admission)
  }
}

function sayDevice({ may, displays }: Extract<Admission, { kind: 'device' }>): string {
  if (may === null) return displays ? 'a paired device' : 'a paired register'
  return `a register with a cashier who may ${may.map((right) => `\`${right}\``).join(' or ')}`
}

/**
 * Returns the admissions to describe. Directories of paid APIs read any key in the list as
 * required, so a route that takes a payment lists only the payment, and one that a wallet or anyone
 * may call lists only these two, in this order. A route that also takes a session is for people,
 * and no directory lists it.
 */
function relevantIn(guard: Guard): Guard {
  const of = (kind: Admission['kind']) => guard.filter((admission) => admission.kind === kind)
  if (of('x402').length > 0) return of('x402')
  const isForPeople = of('session').length > 0
  if (!isForPeople && of('siwx').length > 0 && of('public').length > 0) {
    return [...of('siwx'), ...of('public')]
  }
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
      return [{ apiKey: [] }, { apimKey: [] }, ...(admission.acceptsBearer ? [{ bearer: [] }] : [])]
    case 'session':
      return [
        method === 'GET' ? { session: [] } : { session: [], csrf: [] },
        ...(admission.acceptsBearer ? [{ bearer: [] }] : []),
      ]
    case 'device':
      return [method === 'GET' ? { device: [] } : { device: [], csrf: [] }]
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
