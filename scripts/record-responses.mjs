// Records every HTTP response of the service, for `scripts/compare-responses.mjs`. Tests load this
// module when the variable RECORD_RESPONSES names a folder: Vitest as a setup file, and the
// services that tests start through NODE_OPTIONS.
//
//   RECORD_RESPONSES=/tmp/before npm test
//   (change the code)
//   RECORD_RESPONSES=/tmp/after npm test
//   node scripts/compare-responses.mjs /tmp/before /tmp/after
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { normalizeResponse, normalizeRoute } from './response-normalizer.mjs'

const folder = process.env['RECORD_RESPONSES']
/** The API reference has a test of its own, and the state of health depends on the moment. */
const unrecorded = ['/openapi.json', '/api/status/ping']
const isInstalled = Symbol.for('tallystick.records-responses')

if (folder && !globalThis[isInstalled]) {
  globalThis[isInstalled] = true
  install(folder)
}

/** Wraps the methods that every response passes, also those of requests without a socket. */
function install(target) {
  const { writeHead, write, end } = ServerResponse.prototype
  const heads = new WeakMap()
  const bodies = new WeakMap()
  const keep = (response, chunk, encoding) => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return
    const named = typeof encoding === 'string' ? encoding : 'utf8'
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, named) : Buffer.from(chunk)
    const chunks = bodies.get(response) ?? []
    bodies.set(response, [...chunks, bytes])
  }

  // Node.js does not keep headers that are only passed to this method.
  ServerResponse.prototype.writeHead = function (...args) {
    heads.set(this, readHead(args.at(-1)))
    return writeHead.apply(this, args)
  }
  ServerResponse.prototype.write = function (chunk, encoding, done) {
    keep(this, chunk, encoding)
    return write.call(this, chunk, encoding, done)
  }
  ServerResponse.prototype.end = function (chunk, encoding, done) {
    keep(this, chunk, encoding)
    const result = end.call(this, chunk, encoding, done)
    // Other servers of the tests, such as receivers of webhooks, do not set this header.
    const headers = { ...this.getHeaders(), ...heads.get(this) }
    if (headers['x-correlation-id'] !== undefined) {
      record(target, { response: this, headers, bytes: Buffer.concat(bodies.get(this) ?? []) })
    }
    return result
  }
}

/** Returns headers by their names in lower case, from an object or a list of names and values. */
function readHead(head) {
  if (head === null || typeof head !== 'object') return {}
  const pairs = Array.isArray(head)
    ? head.flatMap((name, index) => (index % 2 === 0 ? [[name, head[index + 1]]] : []))
    : Object.entries(head)
  return Object.fromEntries(pairs.map(([name, value]) => [String(name).toLowerCase(), value]))
}

function record(target, { response, headers, bytes }) {
  const { method = 'GET', url = '/' } = response.req
  const route = normalizeRoute(url)
  if (unrecorded.includes(route)) return
  const body = decode(bytes, headers['content-encoding']).toString('utf8')
  const text = normalizeResponse({ method, route, status: response.statusCode, headers, body })
  const place = join(target, `${method}${route.replaceAll('/', '_')}`, String(response.statusCode))
  mkdirSync(place, { recursive: true })
  // Named by content: a response that repeats is recorded once, in whatever order tests run.
  const name = createHash('sha256').update(text).digest('hex').slice(0, 16)
  writeFileSync(join(place, `${name}.txt`), text)
}

function decode(bytes, encoding) {
  try {
    if (encoding === 'gzip') return gunzipSync(bytes)
    return encoding === 'br' ? brotliDecompressSync(bytes) : bytes
  } catch {
    // The connection ended early.
    return bytes
  }
}
