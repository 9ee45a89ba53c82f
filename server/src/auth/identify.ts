import type { FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.js'
import type { Config } from '../platform/config/config.js'
import { StoreUnavailable } from '../platform/db/store-unavailable.js'
import { isSameSecret } from '../platform/secrets/seal.js'
import type { Access } from './access.js'
import type { Caller } from './caller.js'
import { deviceCookie, deviceCsrfCookie, deviceHeader } from './devices/device-cookies.js'
import { requireAdmitted } from './devices/require-admitted.js'
import type { Admission, Guard } from './guards.js'
import type { Developer } from './keys/developer.js'
import { requireWalletOf } from './person-id.js'
import { createPortalTokens, type PortalPage, portalTokenHeader } from './portal-tokens.js'
import { isOperator } from './roles.js'
import { csrfCookie, readCookie, sessionCookie } from './sessions/cookies.js'
import { requireIntent, requireOwnPage } from './sessions/require-intent.js'
import type { Person } from './sessions/sessions.js'
import { proofHeader } from './siwx/wallet-proofs.js'

type Of<Kind extends Admission['kind']> = Extract<Admission, { kind: Kind }>

/**
 * A session token and its source. Browsers add cookies on their own, which makes them open to CSRF.
 */
type SessionToken = { token: string; isCookie: boolean }

/**
 * Returns the caller of a request, or `null` for an anonymous one. Throws or rejects when the guard
 * does not admit it. Avoids a promise where possible, because it would cost more than the lookup of
 * a cached key.
 */
export type Identify = (request: FastifyRequest) => Caller | null | Promise<Caller | null>

/**
 * Creates the authentication of a guard. Only credentials of a kind that the guard admits count.
 */
export function createIdentify(
  guard: Guard,
  { access, config, isWrite }: { access: Access; config: Config; isWrite: boolean },
): Identify {
  const find = <Kind extends Admission['kind']>(kind: Kind) =>
    guard.find((admission): admission is Of<Kind> => admission.kind === kind)
  const keyScopes = guard.flatMap((admission) =>
    admission.kind === 'developer' ? [admission.scopes] : [],
  )
  const developer = find('developer')
  const session = find('session')
  const device = find('device')
  const publicGuard = find('public')
  const isPaid = find('x402') !== undefined
  const siwx = find('siwx')
  const isForCron = find('cron') !== undefined
  const isForBuyers = find('buyer') !== undefined
  const portalTokens = find('portal') || isForBuyers ? createPortalTokens(config) : null

  const identify: Identify = (request) => {
    const key = developer ? keyOf(request, developer.acceptsBearer) : undefined
    if (developer && key !== undefined) return identifyDeveloper(request, key)
    const proof = siwx ? request.headers[proofHeader] : undefined
    if (siwx && proof !== undefined) return identifySigner(request, String(proof), siwx)
    const token = portalTokens ? request.headers[portalTokenHeader] : undefined
    if (token !== undefined) {
      return isForBuyers ? identifyBuyer(request, token) : { kind: 'portal', ...readPage(token) }
    }
    if (device && isFromDevice(request, { isOptional: session !== undefined })) {
      return identifyDevice(request, device)
    }
    if (session) return identifyPerson(request, session)
    if (device) throw noDevice()
    if (isForCron) return identifyCron(request)
    if (publicGuard) return identifyAnyone(request, publicGuard)
    if (isPaid) return null
    if (portalTokens && !developer) throw noPortalToken()
    throw new AppError('unauthorized', 'Missing or invalid subscription key')
  }
  return siwx ? withChallenge(identify, access.walletProofs) : identify

  function identifyDeveloper(request: FastifyRequest, key: string): ReturnType<Identify> {
    const developer = access.developers.find(key, request)
    return developer instanceof Promise
      ? developer.then((caller) => requireScopes(request, caller, keyScopes))
      : requireScopes(request, developer, keyScopes)
  }

  /**
   * A proof serves one request, so a second check of the same request must not repeat the first.
   */
  async function identifySigner(
    request: FastifyRequest,
    proof: string,
    { needsMerchant }: Of<'siwx'>,
  ): Promise<Caller | null> {
    if (request.caller?.kind === 'signer') return request.caller
    try {
      return await access.walletProofs.identify(request, { proof, needsMerchant })
    } catch (error) {
      // The proof is optional here, and /healthz must not depend on the database.
      if (publicGuard && error instanceof StoreUnavailable)
        return identifyAnyone(request, publicGuard)
      throw error
    }
  }

  async function identifyPerson(
    request: FastifyRequest,
    admission: Of<'session'>,
  ): Promise<Caller | null> {
    const source = sessionTokenOf(request, admission)
    const person = await findPerson(request, source)
    if (person) {
      if (!admission.onlyOperators || (person.wallet && isOperator(config, person.wallet)))
        return person
      throw new AppError('forbidden', 'Only operators of this platform may call this.')
    }
    if (publicGuard) return identifyAnyone(request, publicGuard)
    if (developer && !source) {
      throw new AppError('unauthorized', 'Missing or invalid subscription key')
    }

    const key = developer ? undefined : keyOf(request, false)
    if (key !== undefined && (await access.developers.find(key, request))) {
      throw new AppError(
        'forbidden',
        'This cannot be called with a developer key. Sign in instead.',
      )
    }
    throw noSession(source)
  }

  /** Writes by cookie require a CSRF token. */
  async function identifyDevice(request: FastifyRequest, admission: Of<'device'>): Promise<Caller> {
    const token = readCookie(request.headers.cookie, deviceCookie)
    const named = request.headers[deviceHeader]
    const caller = token === null ? null : await access.devices.find(token)
    if (!caller || (named !== undefined && named !== caller.id)) throw noDevice()
    const { csrfToken } = caller
    if (isWrite) requireIntent(request, { csrfToken, cookie: deviceCsrfCookie, config })
    requireAdmitted(caller, admission)
    return caller
  }

  async function identifyBuyer(request: FastifyRequest, token: string | string[]): Promise<Caller> {
    const receipt = readPage(token)
    const source = sessionTokenOf(request, { acceptsBearer: false })
    const person = await findPerson(request, source)
    if (!person) throw noSession(source)
    return { kind: 'buyer', wallet: requireWalletOf(person.id), ...receipt }
  }

  /** Returns the signed-in person. Writes by cookie require a CSRF token. */
  async function findPerson(
    request: FastifyRequest,
    source: SessionToken | null,
  ): Promise<Person | null> {
    const person = source && (await access.sessions.find(source.token))
    if (person && isWrite && source.isCookie) {
      requireIntent(request, { csrfToken: person.csrfToken, cookie: csrfCookie, config })
    }
    return person
  }

  function readPage(token: string | string[]): PortalPage {
    const page = typeof token === 'string' ? portalTokens?.read(token) : null
    if (!page) throw noPortalToken()
    return page
  }

  function identifyAnyone(request: FastifyRequest, { fromOwnPages }: Of<'public'>): null {
    if (fromOwnPages) requireOwnPage(request, config)
    return null
  }

  function identifyCron(request: FastifyRequest): Caller {
    const token = request.headers['x-cron-secret']
    if (typeof token === 'string' && isSameSecret(token, config.cronSecret)) return { kind: 'cron' }
    throw new AppError('unauthorized', 'Missing or invalid cron secret')
  }
}

/** Adds a challenge to every rejection, so that a wallet can sign it and call again. */
function withChallenge(identify: Identify, proofs: Access['walletProofs']): Identify {
  const challenge = (request: FastifyRequest, error: unknown): unknown => {
    if (!(error instanceof AppError) || error.code !== 'unauthorized') return error
    const { code, message, fields } = error
    const extensions = proofs.challenge(request)
    return new AppError(code, message, { fields: { ...fields, extensions }, cause: error.cause })
  }
  return (request) => {
    try {
      const caller = identify(request)
      if (!(caller instanceof Promise)) return caller
      return caller.catch((error) => {
        throw challenge(request, error)
      })
    } catch (error) {
      throw challenge(request, error)
    }
  }
}

function sessionTokenOf(
  request: FastifyRequest,
  { acceptsBearer }: { acceptsBearer: boolean },
): SessionToken | null {
  const bearer = acceptsBearer ? bearerOf(request) : null
  if (bearer) return { token: bearer, isCookie: false }
  // A request that names its device never acts for the person signed in on the same browser.
  if (request.headers[deviceHeader] !== undefined) return null
  const cookie = readCookie(request.headers.cookie, sessionCookie)
  return cookie ? { token: cookie, isCookie: true } : null
}

/** Says what to do next, because the message alone does not. */
function noSession(source: SessionToken | null): AppError {
  const cause = source ? 'Your sign-in has expired or was ended.' : 'You are not signed in.'
  const action = `${cause} Sign in with POST /api/auth/login, then repeat the request.`
  return new AppError('unauthorized', 'JWT authentication failed', { fields: { action } })
}

/** The device, if the request names one, or if no person is signed in. */
function isFromDevice(
  { headers }: FastifyRequest,
  { isOptional }: { isOptional: boolean },
): boolean {
  if (!isOptional || headers[deviceHeader] !== undefined) return true
  if (readCookie(headers.cookie, deviceCookie) === null) return false
  return readCookie(headers.cookie, sessionCookie) === null
}

function noDevice(): AppError {
  return new AppError(
    'unauthorized',
    'Missing or invalid device. Pair this device with a register again.',
  )
}

function noPortalToken(): AppError {
  return new AppError('unauthorized', 'Missing or invalid portal token')
}

/** Requires all scopes of one of several alternatives. The error names the first. */
function requireScopes(
  request: FastifyRequest,
  caller: Developer | null,
  alternatives: readonly Of<'developer'>['scopes'][],
): Developer {
  if (!caller) throw new AppError('unauthorized', 'Missing or invalid subscription key')
  const missing = alternatives.map((scopes) =>
    scopes.find((scope) => !caller.scopes.includes(scope)),
  )
  if (missing.includes(undefined)) return caller
  request.refusedKey = caller
  throw new AppError('forbidden', `This key lacks the scope ${missing.join(' or ')}.`, {
    fields: { requiredScope: missing[0] },
  })
}

/** Returns the developer key, valid or not, or `undefined`. The first header present decides. */
function keyOf(request: FastifyRequest, acceptsBearer: boolean): string | undefined {
  const { headers } = request
  const key = headers['ocp-apim-subscription-key'] ?? headers['x-api-key']
  if (key !== undefined) return typeof key === 'string' ? key : ''
  const bearer = acceptsBearer ? bearerOf(request) : null
  return bearer?.startsWith('tly_') ? bearer : undefined
}

function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}
