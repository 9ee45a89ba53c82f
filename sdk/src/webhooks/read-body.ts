import { WebhookError } from './webhook-error.js'

/** Bytes that nobody else can change. */
export type Bytes = Uint8Array<ArrayBuffer>

/** How to get at the raw body, where it is usually lost. */
export const rawBodyAdvice =
  "Express: express.raw({ type: 'application/json' }) on this route, ahead of express.json(). " +
  'Next: await request.text() in a route handler; in pages/api, bodyParser: false and read the stream. ' +
  "Fastify: addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => done(null, body))."

/**
 * The bytes of a body, copied, so that what is verified is what is parsed later.
 *
 * @throws {WebhookError} `body_empty`, `body_parsed`
 */
export function readBody(body: unknown): Bytes {
  const bytes = bytesOf(body)
  if (bytes.length > 0) return bytes

  throw new WebhookError(
    'body_empty',
    'The body is empty. Something before this handler may have read it already, or none was read yet. Pass it raw. ' +
      rawBodyAdvice,
  )
}

function bytesOf(body: unknown): Bytes {
  if (body === '[object Object]') throw createParsedError('an object that was made into a text')
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body === undefined || body === null) return new Uint8Array()

  // `instanceof` would fail for bytes from another realm, as test runners make them.
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice()
  }
  if (isArrayBuffer(body)) return new Uint8Array(body).slice()
  throw createParsedError(describe(body))
}

function isArrayBuffer(body: unknown): body is ArrayBuffer {
  return Object.prototype.toString.call(body) === '[object ArrayBuffer]'
}

function describe(body: unknown): string {
  if (typeof body !== 'object' || body === null) return `a ${typeof body}`
  if ('pipe' in body || 'getReader' in body) return 'a stream; read it to its end first'
  if ('arrayBuffer' in body) return 'a request; pass await request.text()'
  return 'an object, so it was parsed'
}

function createParsedError(what: string): WebhookError {
  return new WebhookError(
    'body_parsed',
    `body is ${what}. The signature is over the raw body, and JSON that is written again is not the same. ` +
      `Pass the text or the bytes as they came. ${rawBodyAdvice}`,
  )
}
