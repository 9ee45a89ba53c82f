import { randomBytes } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

type Reply = { status: number; headers: IncomingMessage['headers']; text: string }

type CallOptions = {
  headers?: Record<string, string>
  body?: object | string
  /** Receives the socket's response while it is open, for streams that do not end. */
  onOpen?: (response: IncomingMessage) => void
  timeoutMs?: number
}

/** A signed-in person. */
export type Session = { wallet: string; headers: Record<string, string> }

export type Client = ReturnType<typeof createClient>

/** The origin that live services of these tests are configured with. */
const home = 'https://tally.test'
const defaultTimeoutMs = 30_000

type ClientOptions = {
  origin: string
  ip: string
  /**
   * How often a call is repeated that failed or got a status of 500 and more, as on a busy machine.
   */
  retries?: number
}

const retryMs = 500

/** Creates a client of a service behind a proxy. All of its calls have one network address. */
export function createClient({ origin, ip, retries = 0 }: ClientOptions) {
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })

  async function call(target: string, options: CallOptions = {}): Promise<Reply> {
    for (let remainingRetries = retries; ; remainingRetries -= 1) {
      const reply = await callOnce(target, options).catch((error: Error) => error)
      const isFailure = reply instanceof Error || reply.status >= 500
      if (isFailure && remainingRetries > 0) await sleep(retryMs)
      else if (reply instanceof Error) throw reply
      else return reply
    }
  }

  function callOnce(target: string, options: CallOptions): Promise<Reply> {
    const [method = '', path = ''] = target.split(' ')
    const { body, onOpen, timeoutMs = defaultTimeoutMs } = options
    const text = typeof body === 'object' ? JSON.stringify(body) : body
    const headers = {
      'x-forwarded-for': ip,
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...(text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) }),
      ...options.headers,
    }
    return new Promise((resolve, reject) => {
      // A stream would occupy a connection of the agent.
      const connection = onOpen ? { agent: false as const } : { agent }
      const outgoing = request(
        { hostname, port, method, path, headers, ...connection },
        (reply) => {
          onOpen?.(reply)
          let received = ''
          reply.setEncoding('utf8').on('data', (chunk: string) => {
            received += chunk
          })
          const finish = () =>
            resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: received })
          reply.once('end', finish).once('error', finish)
        },
      )
      outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error('timeout')))
      const startedAt = performance.now()
      outgoing.once('error', (cause) => {
        const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
        reject(new Error(`${target} after ${seconds} s: ${cause.message}`, { cause }))
      })
      outgoing.end(text)
    })
  }

  /** Signs in with a wallet. Returns the status, and the session if it was accepted. */
  async function signIn(privateKey: `0x${string}`): Promise<{ status: number; session?: Session }> {
    const account = privateKeyToAccount(privateKey)
    const message = await messageFor(account.address)
    if (message === null) return { status: 429 }
    const signature = await account.signMessage({ message })
    const reply = await call('POST /api/auth/login', { body: { message, signature } })
    if (reply.status !== 200) return { status: reply.status }
    const cookies = reply.headers['set-cookie'] ?? []
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
    const { csrfToken } = JSON.parse(reply.text)
    const headers = { cookie, 'x-csrf-token': csrfToken }
    return { status: 200, session: { wallet: account.address, headers } }
  }

  /** Returns a sign-in message with a fresh nonce, or null over a rate limit. */
  async function messageFor(address: `0x${string}`): Promise<string | null> {
    const { status, text } = await call('GET /api/auth/nonce')
    if (status !== 200) return null
    const { nonce } = JSON.parse(text)
    const domain = new URL(home).host
    return createSiweMessage({ address, domain, uri: `${home}/`, version: '1', chainId, nonce })
  }

  return { origin, ip, call, signIn, messageFor, close: () => agent.destroy() }
}

const chainId = 84_532

/** Returns text that does not compress. */
export function randomText(length: number): string {
  return randomBytes(Math.ceil((length * 3) / 4))
    .toString('base64url')
    .slice(0, length)
}
