import { connect } from 'node:net'
import fc from 'fast-check'

const host = 'host: tally.test\r\n'
const json = 'content-type: application/json\r\n'
const order = `POST /api/orders HTTP/1.1\r\n${host}${json}`

/** Requests that break rules of HTTP. */
const broken = [
  'GET /healthz HTTP/1.1\r\n\r\n',
  `GET /healthz HTTP/9.9\r\n${host}\r\n`,
  `GET /healthz\r\n${host}\r\n`,
  `GET  /healthz  HTTP/1.1\r\n${host}\r\n`,
  `get /healthz HTTP/1.1\r\n${host}\r\n`,
  `GET healthz HTTP/1.1\r\n${host}\r\n`,
  `GET http://other.test/healthz HTTP/1.1\r\n${host}\r\n`,
  `GET /%zz HTTP/1.1\r\n${host}\r\n`,
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`,
  `GET /healthz HTTP/1.1\r\n${host}x: ${'a'.repeat(40_000)}\r\n\r\n`,
  `GET /healthz HTTP/1.1\r\n${host}${'x: 1\r\n'.repeat(3_000)}\r\n`,
  `GET /healthz HTTP/1.1\r\n${host}no colon\r\n\r\n`,
  `GET /healthz HTTP/1.1\r\n${host}x: a\0b\r\n\r\n`,
  `GET /healthz HTTP/1.1\r\n${host} folded: 1\r\n\r\n`,
  `GET /healthz HTTP/1.1\r\n${host}expect: 100-continue\r\n\r\n`,
  `GET /healthz HTTP/1.1\r\n${host}connection: upgrade\r\nupgrade: websocket\r\n\r\n`,
  `${order}content-length: -1\r\n\r\n{}`,
  `${order}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
  `${order}content-length: 99999999999999999999\r\n\r\n{}`,
  `${order}content-length: 10\r\n\r\n{}`,
  `${order}transfer-encoding: chunked\r\ncontent-length: 2\r\n\r\n{}`,
  `${order}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  `${order}transfer-encoding: chunked\r\n\r\nffffffffff\r\n{}\r\n`,
  `${order}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nx\r\n\r\n`,
  `${order}transfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
  'CONNECT other.test:443 HTTP/1.1\r\nhost: other.test\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `\r\n\r\nGET /healthz HTTP/1.1\r\n${host}\r\n`,
  `${`GET /healthz HTTP/1.1\r\n${host}\r\n`.repeat(50)}`,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
]

/**
 * Generates bytes that are no valid request: broken ones, parts of them with noise, and noise
 * alone.
 */
export const rawRequest: fc.Arbitrary<Buffer> = fc.oneof(
  fc.constantFrom(...broken).map((text) => Buffer.from(text, 'latin1')),
  fc
    .tuple(fc.constantFrom(...broken), fc.nat(200), fc.uint8Array({ maxLength: 50 }))
    .map(([text, at, noise]) =>
      Buffer.concat([
        Buffer.from(text.slice(0, at), 'latin1'),
        noise,
        Buffer.from(text.slice(at), 'latin1'),
      ]),
    ),
  fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
)

/**
 * Sends bytes and describes a response that violates the contract. No response at all is allowed.
 */
export async function findRawProblem(port: number, bytes: Buffer): Promise<string | null> {
  const text = await sendRaw(port, bytes)
  if (text === '') return null
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1])
  if (Number.isNaN(status)) return `no status: ${text.slice(0, 100)}`
  if (status >= 500) return `status ${status}`
  if (status < 400) return null
  const body = text.slice(text.indexOf('\r\n\r\n') + 4)
  return /"error":"\w+"/.test(body) && /"message":"[^"]+/.test(body) ? null : `body ${body}`
}

function sendRaw(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setTimeout(20_000, () => socket.destroy(new Error('no response to a raw request')))
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The service may close the connection before it has read everything.
      if (!['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) reject(error)
    })
    socket.once('close', () => resolve(received))
    socket.end(bytes)
  })
}
