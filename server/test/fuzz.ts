import { type IncomingMessage, METHODS, request } from 'node:http'
import fc from 'fast-check'
import { Type } from 'typebox'
import { anyone, developer } from '../src/auth/guards.js'
import { errorStatus } from '../src/lib/errors.js'
import { aDeveloper } from './factories.js'
import { createTestApp, type TestApp } from './harness.js'
import { signIn } from './sign-in.js'

type Target = { port: number; apiKey: string; sessions: Record<string, string>[] }
type Attempt = { method: string; path: string; headers: Record<string, string>; body: string }

/** The real app with two more routes, so that bodies, queries and ids reach the database. */
export async function startTarget(): Promise<{ app: TestApp; target: Target }> {
  const app = await createTestApp({
    extraRoutes: (server, ctx) => {
      const body = Type.Object({ label: Type.String(), qty: Type.Optional(Type.Number()) })
      const query = Type.Object({ q: Type.Optional(Type.String({ maxLength: 100 })) })
      const guard = developer({ scope: 'inventory:write' })
      server.post('/api/fuzz', { config: { guard }, schema: { body } }, async (request) => {
        await ctx.db.query('select $1::text as label, $2::jsonb as body', [
          request.body.label,
          JSON.stringify(request.body),
        ])
        return { ok: true }
      })
      server.get(
        '/api/fuzz/:id',
        {
          config: { guard: anyone() },
          schema: { params: Type.Object({ id: Type.String() }), querystring: query },
        },
        async (request) => {
          await ctx.db.query('select $1::text as id, $2::text as q', [
            request.params.id,
            request.query.q ?? null,
          ])
          return { ok: true }
        },
      )
    },
  })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as { port: number }
  const { apiKey } = await aDeveloper(app.ctx, { callsPerMinute: 1_000_000 })
  // Several people, because one may call only so often.
  const people = await Promise.all(Array.from({ length: 20 }, () => signIn(app)))
  const sessions = people.map(({ headers }) => headers)
  return { app, target: { port, apiKey, sessions } }
}

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\0',
    '\ud800',
    "'; drop table outbox; --",
    '%00',
    '%',
    '_',
    '\\',
    '\u202e',
    '../../etc/passwd',
    '__proto__',
    'x'.repeat(5_000),
  ),
)

const hostileValue = fc.oneof(
  hostileText,
  fc.double(),
  fc.constantFrom(null, true, -0, 1.005, 2 ** 53, [], {}, [null], 'javascript:alert(1)', '#fff'),
  fc.array(hostileText, { maxLength: 3 }),
  fc.object({ maxDepth: 2 }),
)

/** Objects with names that our routes know and values that they do not expect. */
const knownNames = fc
  .dictionary(
    fc.constantFrom(
      ...['name', 'slug', 'listed', 'theme', 'tax', 'fees', 'payments', 'layout', 'categories'],
      ...['wallet', 'member', 'role', 'scopes', 'graceHours', 'message', 'signature', 'everywhere'],
      ...[
        'addOnFeePct',
        'acceptedCurrencies',
        'rateProvider',
        'ratePins',
        'pricing',
        'csv',
        'dryRun',
      ],
    ),
    fc.oneof(
      hostileValue,
      fc.dictionary(
        fc.constantFrom('primaryColor', 'fontFamily', 'brandLogoUrl', 'overrides', 'taxId', 'mode'),
        hostileValue,
      ),
    ),
    { maxKeys: 4 },
  )
  .map((value) => JSON.stringify(value))

/** Items in which one or two fields are not what they should be. */
const item = fc
  .dictionary(
    fc.constantFrom(
      ...['sku', 'name', 'description', 'category', 'tags', 'priceUsd', 'price', 'currency', 'id'],
      ...['taxable', 'stockQty', 'images', 'industryPack', 'attributes', 'active', 'wallet'],
    ),
    hostileValue,
    { maxKeys: 2 },
  )
  .map((fields) => JSON.stringify({ sku: 'S', name: 'N', priceUsd: 1, ...fields }))

/** Files that are almost what a spreadsheet writes. */
const csv = fc
  .record({
    csv: fc
      .array(fc.array(hostileText, { maxLength: 4 }), { maxLength: 4 })
      .map((rows) => `sku,name,priceUsd,tags\n${rows.map((cells) => cells.join(',')).join('\n')}`),
    dryRun: fc.boolean(),
  })
  .map((value) => JSON.stringify(value))

/** Bodies between "almost right" and noise. */
const body = fc.oneof(
  fc.json(),
  { weight: 4, arbitrary: knownNames },
  { weight: 3, arbitrary: item },
  csv,
  fc.record({ label: hostileText, qty: fc.double() }).map((value) => JSON.stringify(value)),
  hostileText.map((label) => `{"label":${JSON.stringify(label)},"qty":1e309}`),
  fc.constantFrom('', '{', '[]', 'null', '"', '{"label":"\\u0000"}', '{"label":"\\ud800"}'),
  fc.constantFrom('{"label":"a","__proto__":{}}', '{"label":"a","constructor":{"prototype":{}}}'),
  fc.integer({ min: 1, max: 60_000 }).map((depth) => '['.repeat(depth)),
  fc.integer({ min: 1, max: 60_000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

/** A query of some of these names. */
function queryOf(...names: string[]): fc.Arbitrary<string> {
  return fc
    .dictionary(fc.constantFrom(...names), fc.oneof(hostileText, fc.double().map(String)), {
      maxKeys: 4,
    })
    .map((values) =>
      Object.entries(values)
        .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
        .join('&'),
    )
}

const headerValue = fc
  .string({ unit: 'binary', maxLength: 100 })
  .map((value) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, ''))

const attempt: fc.Arbitrary<Attempt> = fc.record({
  // CONNECT asks for a tunnel and has no answer of this kind.
  method: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS') },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS.filter((name) => name !== 'CONNECT')) },
  ),
  path: fc.oneof(
    fc.constantFrom('/', '/healthz', '/api/status/ping', '/openapi.json', '/api/fuzz', '/api'),
    fc.constantFrom(
      ...['/api/auth/login', '/api/auth/nonce', '/api/auth/me', '/api/keys', '/api/keys/x/rotate'],
      ...[
        '/api/members',
        '/api/members/leave',
        '/api/shop/config',
        '/api/site/config',
        '/api/audit',
        '/api/tax/catalog',
        '/api/pricing/config',
        '/api/inventory/export',
        '/api/directory/shops',
      ],
    ),
    { weight: 2, arbitrary: fc.constantFrom('/api/inventory', '/api/inventory/import') },
    queryOf(
      ...['q', 'category', 'taxable', 'stock', 'priceMin', 'priceMax', 'tags', 'tagsMode', 'pack'],
      ...['sort', 'order', 'limit', 'page', 'id'],
    ).map((query) => `/api/inventory?${query}`),
    queryOf('q', 'categories', 'keywords', 'offset', 'limit').map(
      (query) => `/api/directory/shops?${query}`,
    ),
    hostileText.map(
      (slug) => `/api/directory/shops/${encodeURIComponent(slug.toWellFormed())}/items`,
    ),
    hostileText.map((id) => `/api/members/${encodeURIComponent(id.toWellFormed())}`),
    hostileText.map((id) => `/api/keys/${encodeURIComponent(id.toWellFormed())}`),
    hostileText.map((text) => `/api/audit?cursor=${encodeURIComponent(text.toWellFormed())}`),
    hostileText.map((text) => `/api/keys?wallet=${encodeURIComponent(text.toWellFormed())}`),
    hostileText.map((id) => `/api/fuzz/${encodeURIComponent(id.toWellFormed())}`),
    hostileText.map((q) => `/api/fuzz/1?q=${encodeURIComponent(q.toWellFormed())}`),
    fc.webPath().map((path) => `/${path.replace(/^\/+/, '')}`),
    fc.constantFrom('/%E0%A4%A', '/api/fuzz/%00', '/api/fuzz/%ff', '/?%', '//', '/api/fuzz/..%2f'),
  ),
  headers: fc
    .dictionary(
      fc.constantFrom(
        'x-api-key',
        'ocp-apim-subscription-key',
        'authorization',
        'x-correlation-id',
        'content-type',
        'accept',
        'x-forwarded-for',
        'x-wallet',
        'cookie',
        'origin',
        'x-csrf-token',
        'x-cron-secret',
        'idempotency-key',
        'sec-fetch-site',
      ),
      headerValue,
      { maxKeys: 4 },
    )
    .chain((headers) =>
      fc
        .constantFrom(
          {},
          { 'content-type': 'application/json' },
          { 'content-type': 'application/json; charset=utf-8' },
          { 'content-type': 'text/plain' },
          { 'content-type': 'application/json, text/plain' },
          { 'content-type': 'APPLICATION/JSON' },
          { 'content-type': 'application/x-www-form-urlencoded' },
          { 'content-encoding': 'gzip', 'content-type': 'application/json' },
        )
        .map((type) => ({ ...headers, ...type })),
    ),
  body,
})

/** Sends `runs` seeded requests and returns those whose answer broke a promise, in words. */
export async function fuzz(
  target: Target,
  options: { runs: number; seed: number },
): Promise<string[]> {
  const attempts = fc.sample(attempt, { numRuns: options.runs, seed: options.seed })
  const broken: string[] = []
  const width = 16

  await Promise.all(
    Array.from({ length: width }, async (_, lane) => {
      for (let index = lane; index < attempts.length; index += width) {
        const current = attempts[index]
        if (!current) continue
        // Two of three knock with a good key or session, so that the body gets past the guard.
        const credentials = [
          { 'x-api-key': target.apiKey },
          target.sessions[index % target.sessions.length],
          {},
        ][index % 3]
        const headers = { ...current.headers, ...credentials }
        const sent = send(target.port, { ...current, headers })
        const problem = await sent.then(problemWith, (error) => String(error))
        if (problem) broken.push(`${problem}: ${JSON.stringify(current).slice(0, 300)}`)
      }
    }),
  )
  return broken
}

type Answer = { status: number; headers: IncomingMessage['headers']; text: string; method: string }

function send(port: number, { method, path, headers, body }: Attempt): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // A connection each: what one attempt leaves behind on its own is not the next one's business.
    const target = { port, host: '127.0.0.1', agent: false, method, path, headers }
    const outgoing = request(target, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, method }),
      )
    })
    outgoing.on('error', reject)
    // Node would send the body of a HEAD without saying how long it is: a second request, to a server.
    outgoing.end(method === 'HEAD' ? '' : body)
  })
}

function problemWith({ status, headers, text, method }: Answer): string | null {
  if (status >= 500) return `status ${status}`
  if (!headers['x-correlation-id']) return 'no correlation id'
  if (status < 400 || method === 'HEAD') return null

  const parsed: unknown = JSON.parse(text)
  const { error, message } = parsed as { error?: string; message?: string }
  const known = Object.entries(errorStatus).find(([code]) => code === error)
  if (known?.[1] !== status) return `error ${error} with status ${status}`
  return typeof message === 'string' && message !== '' ? null : 'no message'
}
