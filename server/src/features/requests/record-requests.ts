import type { FastifyInstance, FastifyRequest, onSendHookHandler } from 'fastify'
import type { Developer } from '../../auth/keys/developer.js'
import type { Context } from '../../platform/context.js'
import { createRequestWriter, type RequestWriter } from './request-writer.js'
import { requestsPath } from './routes.js'

/** Fields whose values help to find a mistake and are neither secret nor personal. */
const shownNumbers = new Set([
  'qty',
  'price',
  'priceUsd',
  'amount',
  'amountUsd',
  'total',
  'totalUsd',
  'usd',
  'taxRate',
  'stockQty',
  'trialDays',
  'graceDays',
  'graceHours',
  'limit',
])

const shownWords = new Set(['currency', 'status', 'period', 'jurisdictionCode', 'planKey'])

/** Rejects a key or an email address in place of a name. The service's own fields are shorter. */
const namePattern = /^[A-Za-z_][A-Za-z_]{0,31}[0-9]{0,2}$/

/** Too short for a key, and without the characters of an address or of an e-mail address. */
const wordPattern = /^[A-Za-z][A-Za-z_-]{0,23}$/

const bounds = { depth: 4, fields: 40, items: 5, characters: 1_000 }

/**
 * Records every call with a developer key, on the routes added afterwards. Calls wait in memory and
 * are written in batches, so that no request waits for the database.
 */
export function recordRequests(
  server: FastifyInstance,
  ctx: Pick<Context, 'db' | 'now' | 'metrics' | 'log'>,
): void {
  const writer = createRequestWriter(ctx)
  server.addHook('onClose', () => writer.close())
  server.addHook('onRoute', (route) => {
    // Reading the log must not fill it.
    if (route.url === requestsPath) return
    if (!route.config?.guard?.some(({ kind }) => kind === 'developer')) return
    const pattern = route.url.replaceAll(/:(\w+)/g, '{$1}')
    const record = recordCall(ctx, writer, { method: String(route.method), pattern })
    route.onSend = [...[route.onSend ?? []].flat(), record]
  })
}

/** Runs before the response is sent: waiting for its end would cost two listeners per request. */
function recordCall(
  { now }: Pick<Context, 'now'>,
  writer: RequestWriter,
  { method, pattern }: { method: string; pattern: string },
): onSendHookHandler {
  return (request, reply, payload, done) => {
    const developer = developerOf(request)
    const { statusCode } = reply
    const slot = developer && writer.claim(statusCode)
    if (slot) {
      slot.merchant = developer.wallet
      slot.keyId = developer.keyId
      slot.at = now()
      slot.method = method
      slot.route = pattern
      slot.status = statusCode
      slot.durationUs = Math.round((performance.now() - request.startedAt) * 1_000)
      slot.correlationId = request.id
      slot.error = request.errorCode
      slot.sample = statusCode >= 400 && statusCode < 500 ? sampleBody(request.body) : null
    }
    done(null, payload)
  }
}

function developerOf({ caller, refusedKey }: FastifyRequest): Developer | null {
  return caller?.kind === 'developer' ? caller : refusedKey
}

/**
 * Returns the shape of a rejected body as JSON, for the request log, or null for a body that is not
 * an object. Names of fields stay. Texts become their length, and only a few fields keep their
 * value, so that no secret and no personal data is stored. The result has at most 1,000 characters.
 */
export function sampleBody(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  const text = JSON.stringify(sampleObject(body, 1))
  return text.length <= bounds.characters ? text : '{"[omitted]":"The body is too large."}'
}

function sampleObject(fields: object, depth: number): Record<string, unknown> {
  const names = Object.keys(fields)
  const listed = names
    .slice(0, bounds.fields)
    .map((name) => [showName(name), sampleValue(name, Reflect.get(fields, name), depth)] as const)
  const omitted = names.length - listed.length
  return Object.fromEntries(omitted > 0 ? [...listed, [`[${omitted} more fields]`, null]] : listed)
}

function sampleValue(name: string, value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return shownNumbers.has(name) ? value : '[number]'
  if (typeof value === 'string') return sampleText(name, value)
  if (typeof value !== 'object') return `[${typeof value}]`
  // The caller's own data, whose names can be personal too.
  if (name === 'metadata') return '[object]'
  if (depth >= bounds.depth) return Array.isArray(value) ? '[array]' : '[object]'
  if (!Array.isArray(value)) return sampleObject(value, depth + 1)
  const items = value.slice(0, bounds.items).map((item) => sampleValue(name, item, depth + 1))
  const omitted = value.length - items.length
  return omitted > 0 ? [...items, `[${omitted} more]`] : items
}

function sampleText(name: string, value: string): string {
  if (shownWords.has(name) && wordPattern.test(value)) return value
  return `[${value.length} characters]`
}

function showName(name: string): string {
  return namePattern.test(name) ? name : `[name of ${name.length} characters]`
}
