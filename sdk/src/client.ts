import type { components } from './generated/api.js'
import { type RequestInput, sendRequest } from './request.js'

/** How a client reaches its service. */
export type ClientOptions = {
  /** Address of the service, e.g. `https://pay.example.com`. A path in it is kept. */
  baseUrl: string
  /** A developer key. Calls that need one fail with `AuthenticationError` without it. */
  apiKey?: string | undefined
  /** Used in place of the runtime's `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
  /** For each attempt, from sending to the last byte of the answer. Default 30,000. */
  timeoutMs?: number | undefined
  /** How often a request is sent again, where that helps and is safe. Default 2, 0 is never. */
  maxRetries?: number | undefined
}

/** Whether the service is alive. `degraded`: still selling, but a subsystem is away. */
export type Healthz = components['schemas']['Healthz']

/** The service's version, clock and subsystems, and the merchant the key belongs to. */
export type Ping = components['schemas']['Ping']

/** How the key's shop looks and sells. */
export type ShopConfig = components['schemas']['ShopConfig']

/** What the site offers to begin with, and its fee. */
export type SiteConfig = components['schemas']['SiteConfig']

/** The calls of one service. Every one rejects with a `ServiceError` when it does not succeed. */
export type Client = {
  /** Whether the service is alive. Needs no key. */
  health(): Promise<Healthz>
  /** Whether the key is accepted, whose it is, and how the service's parts are. */
  ping(): Promise<Ping>
  /** The shop the key belongs to. Needs the scope `shop:read`. */
  shopConfig(): Promise<ShopConfig>
  /** The defaults of the site. Needs no key, unless the operator has closed it. */
  siteConfig(): Promise<SiteConfig>
}

/** The longest delay a timer takes in every runtime. */
const longestTimeoutMs = 2 ** 31 - 1

/**
 * Makes a client for the service at `baseUrl`. Nothing is sent until a call is made.
 *
 * @throws {TypeError} when an option cannot be used
 * @example
 * const client = createClient({ baseUrl: 'http://localhost:3000', apiKey: 'tly_test_…' })
 * const { wallet } = await client.ping()
 */
export function createClient(options: ClientOptions): Client {
  const { timeoutMs = 30_000, maxRetries = 2, apiKey } = options
  requireWhole('timeoutMs', { value: timeoutMs, min: 1, max: longestTimeoutMs })
  requireWhole('maxRetries', { value: maxRetries, min: 0, max: 10 })
  requireSendableKey(apiKey)

  const ctx = {
    baseUrl: normalizeBaseUrl(options.baseUrl),
    apiKey,
    timeoutMs,
    maxRetries,
    fetch: options.fetch ?? globalThis.fetch,
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    now: Date.now,
    random: Math.random,
  }
  const request = <T>(input: RequestInput) => sendRequest<T>(ctx, input)

  return {
    health: () => request<Healthz>({ method: 'GET', path: '/healthz' }),
    ping: () => request<Ping>({ method: 'GET', path: '/api/status/ping' }),
    shopConfig: async () => {
      const path = '/api/shop/config'
      return (await request<{ config: ShopConfig }>({ method: 'GET', path })).config
    },
    siteConfig: () => request<SiteConfig>({ method: 'GET', path: '/api/site/config' }),
  }
}

function requireWhole(name: string, range: { value: number; min: number; max: number }): void {
  const { value, min, max } = range
  if (Number.isInteger(value) && value >= min && value <= max) return
  throw new TypeError(`${name} must be a whole number from ${min} to ${max}.`)
}

/** `fetch` refuses such a header with a message that shows the key; this one does not. */
function requireSendableKey(apiKey: string | undefined): void {
  if (apiKey === undefined || /^[\x21-\x7e]+$/.test(apiKey)) return
  throw new TypeError(
    apiKey === ''
      ? 'apiKey is empty. Pass a developer key, or leave it out for calls that need none.'
      : 'apiKey contains white space or a character no key has. Was a line break copied with it?',
  )
}

function normalizeBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new TypeError('baseUrl must be an http or https address, like http://localhost:3000.')
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl must not contain a user name, password, query or fragment.')
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}
