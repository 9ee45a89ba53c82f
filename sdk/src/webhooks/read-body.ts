import { WebhookError } from './webhook-error.js'

/** Bytes that are not shared with other code. */
export type Bytes = Uint8Array<ArrayBuffer>

/** How to get the raw body in common frameworks. */
export const rawBodyAdvice =
  "Express: express.raw({ type: 'application/json' }) on this route, before express.json(). " +
  'Next.js: await request.text() in a route handler; in pages/api, set bodyParser: false and read the stream. ' +
  "Fastify: addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => done(null, body))."

/**
 * Returns a copy of the body's bytes, so that later changes by the caller have no effect.
 *
 * @throws {WebhookError} `body_empty`, `body_parsed`
 */
export function readBody(body: unknown): Bytes {
  const bytes = copyBytes(body)
  if (bytes.length > 0) return bytes

  throw new WebhookError(
    'body_empty',
    'The body is empty. A body parser may have consumed it, or it was not read yet. Pass the raw body. ' +
      rawBodyAdvice,
  )
}

function copyBytes(body: unknown): Bytes {
  if (body === '[object Object]') throw createParsedError('an object converted to a string')
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body === undefined || body === null) return new Uint8Array()

  // `instanceof` fails for bytes from another realm, which test runners create.
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
  if ('pipe' in body || 'getReader' in body) return 'a stream; read it first'
  if ('arrayBuffer' in body) return 'a request; pass await request.text()'
  return 'a parsed object'
}

function createParsedError(type: string): WebhookError {
  return new WebhookError(
    'body_parsed',
    `body is ${type}. The signature covers the raw body, which cannot be restored from parsed JSON. ` +
      `Pass the text or bytes exactly as received. ${rawBodyAdvice}`,
  )
}
