import { randomBytes } from 'node:crypto'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  anyOf,
  buyer,
  cron,
  developer,
  device,
  type Guard,
  operator,
  session,
  siwx,
  x402,
} from '../src/auth/guards.js'
import { formatKey } from '../src/auth/keys/key-format.js'
import { createPortalTokens } from '../src/auth/portal-tokens.js'
import {
  type CashierRight,
  cashierRights,
  type Right,
  type Role,
  rights,
  roles,
} from '../src/auth/roles.js'
import { type Scope, scopes } from '../src/auth/scopes.js'
import type { HttpServer } from '../src/platform/http/create-http-server.js'
import { aDeveloper } from './fixtures/factories.js'
import {
  aPasskeyPerson,
  type PasskeyPerson,
  sessionOf,
  signInWithPasskey,
} from './fixtures/passkeys/passkey-person.js'
import { aCashier, aDevice, aRegister, type TestDevice } from './fixtures/till.js'
import { createTestApp, type TestApp } from './harness.js'
import { type SignedIn, signIn } from './sign-in.js'
import { signRequest } from './sign-request.js'

/**
 * Calls every route as every kind of caller. The expected result follows from the route's guard by
 * rules repeated here; the actual result comes from the running app.
 */

type Headers = Record<string, string>
type Caller = {
  name: string
  headers(path: string): Promise<Headers>
  /** Whether every request needs headers of its own. */
  signsRequests?: boolean
  /** The expected verdict of a guard on this caller. */
  expected(guard: Guard, isWrite: boolean): 'admitted' | 401 | 403
}

const edgeSecret = randomBytes(32).toString('hex')
let app: TestApp
let owner: SignedIn
let unknownKey: string
const operatorKey = generatePrivateKey()
const privateKeys = new Map<Role, `0x${string}`>()
const keys = new Map<Scope | 'none', string>()
let passkeyPerson: PasskeyPerson | null = null
let registerId: string
let display: TestDevice
let revoked: TestDevice
/** A register for each right, unlocked by a cashier who has only this one. */
const tills = new Map<CashierRight | 'none', { device: TestDevice; cashierId: string }>()

/** A colon would start a parameter. */
const pathFor = (name: string) => `/matrix/${name.replace(':', '-')}`

/** Kinds of routes that the app may lack. */
function addRoutes(server: HttpServer): void {
  const respond = async () => ({ ok: true })
  server.post('/matrix/cron', { config: { guard: cron() } }, respond)
  server.post('/matrix/x402', { config: { guard: x402({ limit: 'pages' }) } }, respond)
  server.get('/matrix/siwx', { config: { guard: siwx() } }, respond)
  server.post('/matrix/siwx', { config: { guard: siwx() } }, respond)
  server.get('/matrix/operator', { config: { guard: operator() } }, respond)
  server.post('/matrix/operator', { config: { guard: operator() } }, respond)
  server.get('/matrix/buyer', { config: { guard: buyer() } }, respond)
  server.post('/matrix/buyer', { config: { guard: buyer() } }, respond)
  for (const scope of scopes) {
    const config = { guard: anyOf(developer({ scope }), session({ may: scope })) }
    server.get(pathFor(scope), { config }, respond)
    server.post(pathFor(scope), { config }, respond)
  }
  server.get(
    '/matrix/display',
    { config: { guard: device({ may: 'sell', displays: true }) } },
    respond,
  )
  for (const right of cashierRights) {
    const config = { guard: anyOf(session({ may: 'split:write' }), device({ may: right })) }
    server.post(`/matrix/${right}`, { config }, respond)
    server.get(`/matrix/${right}`, { config: { guard: device({ may: right }) } }, respond)
  }
  for (const right of Object.keys(rights) as Right[]) {
    server.put(pathFor(right), { config: { guard: session({ may: right }) } }, respond)
  }
}

beforeAll(async () => {
  const environment = { PLATFORM_ADMINS: privateKeyToAddress(operatorKey) }
  app = await createTestApp({ environment, extraRoutes: addRoutes })
  unknownKey = formatKey('sandbox', randomBytes(40))
  for (const scope of scopes)
    keys.set(scope, (await aDeveloper(app.ctx, { scopes: [scope] })).apiKey)
  keys.set('none', (await aDeveloper(app.ctx, { scopes: [] })).apiKey)

  for (const role of roles) privateKeys.set(role, generatePrivateKey())
  owner = await signIn(app, { privateKey: keyOf('owner') })
  registerId = (await aRegister(app, owner)).id
  display = await aDevice(app, owner, { registerId, kind: 'display' })
  revoked = await aDevice(app, owner, { registerId })
  await app.ctx.db.query('update devices set ended_at = 1 where id = $1', [revoked.id])
  for (const right of [...cashierRights, 'none'] as const) {
    const cashier = await aCashier(app, owner, { rights: right === 'none' ? [] : [right] })
    tills.set(right, {
      device: await aDevice(app, owner, { registerId }),
      cashierId: cashier.id,
    })
  }
}, 60_000)
afterAll(() => app.close())

function keyOf(role: Role): `0x${string}` {
  const key = privateKeys.get(role)
  if (!key) throw new Error(`no key has the role ${role}`)
  return key
}

/** Used for every id in a path. */
const someId = '0x00000000000000000000000000000000000000dd'

const has = (guard: Guard, kind: Guard[number]['kind']) => guard.some((rule) => rule.kind === kind)

/** Whether anyone may call: a paid route responds with its price. */
const isOpen = (guard: Guard) => has(guard, 'public') || has(guard, 'x402')

/** The verdict on a caller without credentials for the route. */
const asAnonymous = (guard: Guard) => (isOpen(guard) ? 'admitted' : 401)

function asKey(guard: Guard, scope: Scope | 'none'): 'admitted' | 401 | 403 {
  const admissions = guard.filter((admission) => admission.kind === 'developer')
  if (admissions.length > 0) {
    const isEnough = admissions.some(({ scopes }) => scopes.every((needed) => needed === scope))
    return isEnough ? 'admitted' : 403
  }
  if (isOpen(guard)) return 'admitted'
  return has(guard, 'session') ? 403 : 401
}

function asRole(guard: Guard, role: Role): 'admitted' | 401 | 403 {
  const admission = guard.find((rule) => rule.kind === 'session')
  if (!admission) return asAnonymous(guard)
  if (admission.onlyOperators) return 403
  if (admission.may === null) return 'admitted'
  return (rights[admission.may] as readonly Role[]).includes(role) ? 'admitted' : 403
}

/** The verdict on an owner whose last sign-in is too old for sensitive changes. */
function asUnconfirmedOwner(guard: Guard): 'admitted' | 401 | 403 {
  const admission = guard.find((rule) => rule.kind === 'session')
  return admission?.needsStepUp ? 403 : asRole(guard, 'owner')
}

/** The verdict on a session without a CSRF token. */
const asReader = (guard: Guard, isWrite: boolean) =>
  isWrite && has(guard, 'session') ? 403 : asRole(guard, 'owner')

/** The verdict on a signed-in person who is not a member. */
function asThirdParty(guard: Guard): 'admitted' | 401 | 403 {
  const admission = guard.find((rule) => rule.kind === 'session')
  return admission?.may ? 403 : asRole(guard, 'owner')
}

/** The verdict on a wallet with a proof for another resource. */
const asBadSigner = (guard: Guard) => (has(guard, 'siwx') ? 401 : asAnonymous(guard))

/** Whether a guard accepts portal tokens. */
const acceptsPageToken = (guard: Guard) => has(guard, 'portal') || has(guard, 'buyer')

/** The verdict on an operator, who has no special rights at a merchant. */
function asOperator(guard: Guard): 'admitted' | 401 | 403 {
  const admission = guard.find((rule) => rule.kind === 'session')
  if (admission?.onlyOperators) return 'admitted'
  return admission?.may ? 403 : asRole(guard, 'owner')
}

function asDevice(guard: Guard, admits: (rule: DeviceRule) => boolean): 'admitted' | 401 | 403 {
  const admission = guard.find((rule) => rule.kind === 'device')
  if (!admission) return asAnonymous(guard)
  return admits(admission) ? 'admitted' : 403
}

type DeviceRule = Extract<Guard[number], { kind: 'device' }>

const asLocked = (guard: Guard) => asDevice(guard, ({ may }) => may === null)
const asCashier = (guard: Guard, right: CashierRight | 'none') =>
  asDevice(guard, ({ may }) => may === null || (right !== 'none' && may.includes(right)))

/** Returns a register, with its cashier or locked. A call may have locked it. */
async function aTillWith(
  right: CashierRight | 'none',
  { isLocked = false } = {},
): Promise<Headers> {
  const till = tills.get(right)
  if (!till) throw new Error(`no register for ${right}`)
  await app.ctx.db.query('update devices set cashier_id = $2, unlocked_at = $3 where id = $1', [
    till.device.id,
    till.cashierId,
    isLocked ? null : app.ctx.now(),
  ])
  return till.device.headers
}

/** The newest session of each role. */
const sessions = new Map<Role, SignedIn>()

/** Adds the member again, because a call may have ended the membership, or the session. */
async function fresh(role: Role): Promise<SignedIn> {
  const privateKey = keyOf(role)
  await addMember(privateKeyToAddress(privateKey).toLowerCase(), role)
  // A sign-in takes twenty times as long.
  const known = sessions.get(role)
  if (known && (await isActive(known))) return known
  const person = await signIn(app, { privateKey })
  sessions.set(role, person)
  return person
}

/** Returns whether a session is active and counts as a recent sign-in. */
async function isActive({ token, wallet }: SignedIn): Promise<boolean> {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  const { rowCount } = await app.ctx.db.query(
    `select from sessions
     where person = $1 and id = $2 and ended_at is null and verified_at > 0 and expires_at > $3`,
    [wallet, JSON.parse(claims).jti, app.ctx.now()],
  )
  return rowCount === 1
}

async function addMember(person: string, role: Role): Promise<void> {
  await app.ctx.db.query(
    `insert into members (merchant, person, role, created_at, joined_at)
     values ($1, $2, $3, 0, 0)
     on conflict (merchant, person) do nothing`,
    [owner.wallet, person, role],
  )
}

/** Signs in with a passkey, as an admin without a wallet. */
async function freshPasskey(): Promise<Headers> {
  passkeyPerson ??= await aPasskeyPerson(app, { owner, role: 'admin' })
  const { id, authenticator } = passkeyPerson
  await addMember(id, 'admin')
  const response = await signInWithPasskey(app, { authenticator })
  return sessionOf(response).headers
}

/** As sent by the payment page of a receipt. */
function pageToken(config = app.ctx.config): Headers {
  const receipt = { merchant: owner.wallet, receiptId: someId, isLimited: false }
  return { 'x-portal-token': createPortalTokens(config).write(receipt) }
}

const forgedToken = () => pageToken({ ...app.ctx.config, jwtSecret: 'x'.repeat(64) })

const callers: Caller[] = [
  { name: 'anonymous', headers: async () => ({}), expected: asAnonymous },
  {
    name: 'a bad key',
    headers: async () => ({ 'x-api-key': 'tly_test_typo' }),
    expected: (guard) => (has(guard, 'developer') ? 401 : asAnonymous(guard)),
  },
  {
    name: 'a well-formed unknown key',
    headers: async () => ({ 'ocp-apim-subscription-key': unknownKey }),
    expected: (guard) => (has(guard, 'developer') ? 401 : asAnonymous(guard)),
  },
  ...([...scopes, 'none'] as const).map((scope) => ({
    name: `a key with the scope ${scope}`,
    headers: async () => ({ 'x-api-key': keys.get(scope) ?? '' }),
    expected: (guard: Guard) => asKey(guard, scope),
  })),
  ...roles.map((role) => ({
    name: role,
    headers: async () => (await fresh(role)).headers,
    expected: (guard: Guard) => asRole(guard, role),
  })),
  {
    name: 'an admin with a passkey and without a wallet',
    headers: freshPasskey,
    expected: (guard) => asRole(guard, 'admin'),
  },
  {
    name: 'the owner, who signed in more than five minutes ago',
    headers: async () => {
      const { headers, wallet } = await fresh('owner')
      await app.ctx.db.query('update sessions set verified_at = 0 where person = $1', [wallet])
      return headers
    },
    expected: asUnconfirmedOwner,
  },
  {
    name: 'the owner of another merchant',
    headers: async () => (await signIn(app)).headers,
    expected: asThirdParty,
  },
  {
    name: 'an operator',
    headers: async () => (await signIn(app, { privateKey: operatorKey })).headers,
    expected: asOperator,
  },
  {
    name: 'an operator without CSRF token',
    headers: async () => ({ cookie: (await signIn(app, { privateKey: operatorKey })).cookie }),
    expected: (guard, isWrite) => (isWrite && has(guard, 'session') ? 403 : asOperator(guard)),
  },
  {
    name: 'the owner without CSRF token',
    headers: async () => ({ cookie: (await fresh('owner')).cookie }),
    expected: asReader,
  },
  {
    name: 'the owner with a tossed CSRF cookie',
    headers: async () => ({
      cookie: `cb_csrf=tossed; cb_auth_token=${(await fresh('owner')).token}`,
      'x-csrf-token': 'tossed',
    }),
    expected: asReader,
  },
  {
    name: 'the owner from another origin',
    headers: async () => ({ ...(await fresh('owner')).headers, origin: 'https://evil.test' }),
    expected: (guard, isWrite) => {
      const open = guard.find((rule) => rule.kind === 'public')
      if (open?.fromOwnPages) return 403
      return asReader(guard, isWrite)
    },
  },
  {
    name: 'an expired session',
    headers: async () => {
      const { headers, wallet } = await signIn(app)
      await app.ctx.db.query('update sessions set expires_at = 0 where person = $1', [wallet])
      return headers
    },
    expected: asAnonymous,
  },
  {
    name: 'a payment page',
    headers: async () => pageToken(),
    expected: (guard) => (has(guard, 'portal') ? 'admitted' : asAnonymous(guard)),
  },
  {
    name: 'a payment page with a forged token',
    headers: async () => forgedToken(),
    expected: asAnonymous,
  },
  {
    name: 'a buyer signed in on a payment page',
    headers: async () => ({ ...(await signIn(app)).headers, ...pageToken() }),
    expected: (guard) => (acceptsPageToken(guard) ? 'admitted' : asThirdParty(guard)),
  },
  {
    name: 'the owner signed in on a payment page',
    headers: async () => ({ ...(await fresh('owner')).headers, ...pageToken() }),
    expected: (guard) => (acceptsPageToken(guard) ? 'admitted' : asRole(guard, 'owner')),
  },
  {
    name: 'the owner on a payment page, without CSRF token',
    headers: async () => ({ cookie: (await fresh('owner')).cookie, ...pageToken() }),
    expected: (guard, isWrite) => {
      if (has(guard, 'buyer')) return isWrite ? 403 : 'admitted'
      return has(guard, 'portal') ? 'admitted' : asReader(guard, isWrite)
    },
  },
  {
    name: 'the owner on a payment page with a forged token',
    headers: async () => ({ ...(await fresh('owner')).headers, ...forgedToken() }),
    expected: (guard) => (acceptsPageToken(guard) ? 401 : asRole(guard, 'owner')),
  },
  {
    name: 'a key without scopes on a payment page with a session',
    headers: async () => ({
      'x-api-key': keys.get('none') ?? '',
      ...(await signIn(app)).headers,
      ...pageToken(),
    }),
    expected: (guard) => {
      if (has(guard, 'developer')) return asKey(guard, 'none')
      return acceptsPageToken(guard) ? 'admitted' : asThirdParty(guard)
    },
  },
  {
    name: 'a wallet that signs the request',
    headers: (path) => signRequest(app, { path, privateKey: keyOf('owner') }),
    signsRequests: true,
    expected: (guard) => (has(guard, 'siwx') ? 'admitted' : asAnonymous(guard)),
  },
  {
    name: 'a wallet without a merchant that signs the request',
    headers: (path) => signRequest(app, { path }),
    signsRequests: true,
    expected: (guard) => (has(guard, 'siwx') ? 'admitted' : asAnonymous(guard)),
  },
  {
    name: 'a wallet that signed another request',
    headers: () => signRequest(app, { path: '/matrix/other', privateKey: keyOf('owner') }),
    expected: asBadSigner,
  },
  {
    name: 'a wallet that signs the request, with a bad key',
    headers: async (path) => ({
      ...(await signRequest(app, { path, privateKey: keyOf('owner') })),
      'x-api-key': 'tly_test_typo',
    }),
    signsRequests: true,
    expected: (guard) => {
      if (has(guard, 'developer')) return 401
      return has(guard, 'siwx') ? 'admitted' : asAnonymous(guard)
    },
  },
  {
    name: 'a register without a PIN',
    headers: () => aTillWith('none', { isLocked: true }),
    expected: asLocked,
  },
  ...([...cashierRights, 'none'] as const).map((right) => ({
    name: `a register with a cashier who has the right ${right}`,
    headers: () => aTillWith(right),
    expected: (guard: Guard) => asCashier(guard, right),
  })),
  {
    name: 'a register without CSRF token',
    headers: async () => ({ cookie: (await aTillWith('sell'))['cookie'] ?? '' }),
    expected: (guard, isWrite) =>
      isWrite && has(guard, 'device') ? 403 : asCashier(guard, 'sell'),
  },
  {
    name: 'a register beside the session of the owner',
    headers: async () => {
      const { cookie = '', ...headers } = await aTillWith('sell')
      const { cookie: session } = await fresh('owner')
      const id = tills.get('sell')?.device.id ?? ''
      return { ...headers, cookie: `${cookie}; ${session}`, 'x-device-id': id }
    },
    expected: (guard) => asCashier(guard, 'sell'),
  },
  {
    name: 'a revoked register',
    headers: async () => revoked.headers,
    expected: (guard) => (has(guard, 'device') ? 401 : asAnonymous(guard)),
  },
  {
    name: 'a customer display',
    headers: async () => display.headers,
    expected: (guard) => asDevice(guard, ({ displays }) => displays),
  },
  {
    name: 'the scheduler',
    headers: async () => ({ 'x-cron-secret': app.ctx.config.cronSecret }),
    expected: (guard) => (has(guard, 'cron') ? 'admitted' : asAnonymous(guard)),
  },
  {
    name: 'a guessed cron secret',
    headers: async () => ({ 'x-cron-secret': 'x'.repeat(64) }),
    expected: asAnonymous,
  },
]

/** Calls of these routes may end a session or a membership. */
const mayEndAccess = /^\/api\/(auth|devices|invitations|members|owner)(\/|$)/

/** The messages of guards. A route's own rules have others. */
const refusals =
  /^(Missing or invalid|JWT authentication failed|This cannot be called with a developer key|This key lacks|Your role|You are not a member|Only operators|Send the CSRF token|This request comes from another site|This register is locked|This cashier does not have|A customer display cannot|Confirm your identity)/

const pathOf = ({ path }: { path: string }) => path.replaceAll(/:\w+/g, someId)

async function observe(
  route: { method: string; path: string },
  headers: Headers,
): Promise<'admitted' | 401 | 403 | string> {
  const path = pathOf(route)
  const response = await app.inject({
    method: route.method as 'GET',
    // A stream would last an hour; an invalid start position is rejected.
    url: `${path}?wallet=${owner.wallet}&after=nowhere`,
    headers,
    ...(route.method === 'POST' || route.method === 'PUT' ? { payload: {} } : {}),
  })
  const { statusCode } = response
  // Some routes need a chain, which is missing here.
  if (response.body.includes('"chain_unavailable"')) return 'admitted'
  if (statusCode >= 500) return `failed with ${statusCode}`
  if (statusCode !== 401 && statusCode !== 403) return 'admitted'
  return refusals.test(response.json().message) ? statusCode : 'admitted'
}

describe('every route', () => {
  test.each(callers.map((caller) => [caller.name, caller] as const))(
    'admits or rejects %s as its guard states',
    { timeout: 60_000 },
    async (_name, caller) => {
      const differences: string[] = []
      let headers: Headers | null = null
      for (const { method, path, config } of app.routes) {
        const guard = config.guard ?? []
        const isWrite = method !== 'GET'
        const expected = caller.expected(guard, isWrite)
        // Signing takes time, and other guards ignore the proof.
        const isSigned = caller.signsRequests && has(guard, 'siwx')
        if (isSigned) headers = null
        headers ??= await caller.headers(pathOf({ path }))
        const observed = await observe({ method, path }, headers)
        if (observed !== expected)
          differences.push(`${method} ${path}: ${observed}, not ${expected}`)
        if (isWrite && mayEndAccess.test(path)) headers = null
      }
      expect(differences).toEqual([])
      expect(app.routes.length).toBeGreaterThan(50)
    },
  )

  test('behavior: with an edge secret: rejects every direct call except health checks', async () => {
    const behind = await app.sibling({ EDGE_SECRET: edgeSecret })
    const credentials = {
      ...owner.headers,
      'x-api-key': keys.get('shop:read') ?? '',
      'x-cron-secret': app.ctx.config.cronSecret,
      ...pageToken(),
    }
    for (const { method, path } of app.routes) {
      for (const headers of [{}, credentials, { ...credentials, 'x-edge-secret': 'guess' }]) {
        const response = await behind.inject({ method: method as 'GET', url: path, headers })
        expect([path, response.statusCode]).toEqual([path, path === '/healthz' ? 200 : 403])
      }
    }
    // The owner has used up a limit: the tests above call every route.
    const { headers } = await signIn(app)
    const through = { 'x-edge-secret': edgeSecret, ...headers }
    expect((await behind.inject({ url: '/api/auth/me', headers: through })).statusCode).toBe(200)
  })
})
