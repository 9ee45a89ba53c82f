import type { components } from './generated/api.js'
import { type RequestInput, type Session, sendRequest } from './request.js'
import { type BillingResource, createBillingResource } from './resources/billing.js'
import { createDirectoryResource, type DirectoryResource } from './resources/directory.js'
import { createEventsResource, type EventsResource } from './resources/events.js'
import { createGraphqlResource, type GraphqlResource } from './resources/graphql.js'
import { createInventoryResource, type InventoryResource } from './resources/inventory.js'
import { createMediaResource, type MediaResource } from './resources/media.js'
import { createOrdersResource, type OrdersResource } from './resources/orders.js'
import { createPricingResource, type PricingResource } from './resources/pricing.js'
import { createReceiptsResource, type ReceiptsResource } from './resources/receipts.js'
import { createReportsResource, type ReportsResource } from './resources/reports.js'
import { createRequestsResource, type RequestsResource } from './resources/requests.js'
import { createReserveResource, type ReserveResource } from './resources/reserve.js'
import { createShopResource, type ShopResource } from './resources/shop.js'
import { createSiteResource, type SiteResource } from './resources/site.js'
import { createSplitResource, type SplitResource } from './resources/split.js'
import {
  createSubscriptionsResource,
  type SubscriptionsResource,
} from './resources/subscriptions.js'
import { createTaxResource, type TaxResource } from './resources/tax.js'
import { createUsersResource, type UsersResource } from './resources/users.js'
import { createWebhooksResource, type WebhooksResource } from './resources/webhooks.js'

/** Options of a client. */
export type ClientOptions = {
  /** URL of the service, e.g. `https://pay.example.com`. It may contain a path. */
  baseUrl: string
  /** A developer key. Without it, calls that require a key fail with `AuthenticationError`. */
  apiKey?: string | undefined
  /** A signed-in user, instead of a developer key. Only users may replace secrets. */
  session?: Session | undefined
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
  /**
   * Limits each attempt, from sending the request to the last byte of the response. Default 30,000.
   */
  timeoutMs?: number | undefined
  /** Limits the retries of a request that is safe to retry. Default 2; 0 disables retries. */
  maxRetries?: number | undefined
}

/** The health of the service. `degraded` means that it accepts orders while a subsystem is down. */
export type Healthz = components['schemas']['Healthz']

/** The merchant of the API key, and the service's version, clock and subsystems. */
export type Ping = components['schemas']['Ping']

/** The API of one service, by resource. Every call rejects with a `ServiceError` when it fails. */
export type Client = {
  /** Returns the health of the service. Requires no API key. */
  health(): Promise<Healthz>
  /** Checks the API key and returns its merchant and the state of the service. */
  ping(): Promise<Ping>
  billing: BillingResource
  directory: DirectoryResource
  events: EventsResource
  graphql: GraphqlResource
  inventory: InventoryResource
  media: MediaResource
  orders: OrdersResource
  pricing: PricingResource
  receipts: ReceiptsResource
  requests: RequestsResource
  reports: ReportsResource
  reserve: ReserveResource
  shop: ShopResource
  site: SiteResource
  split: SplitResource
  subscriptions: SubscriptionsResource
  tax: TaxResource
  users: UsersResource
  webhooks: WebhooksResource
}

/** The longest timer delay that every runtime supports. */
const longestTimeoutMs = 2 ** 31 - 1

/**
 * Creates a client for the service at `baseUrl`. Sends no request until you call a method.
 *
 * @throws {TypeError} when an option is invalid
 * @example
 * const client = createClient({ baseUrl: 'http://localhost:3000', apiKey: 'tly_test_…' })
 * const { wallet } = await client.ping()
 * const { receipts } = await client.receipts.list({ status: 'paid' })
 */
export function createClient(options: ClientOptions): Client {
  const { timeoutMs = 30_000, maxRetries = 2, apiKey, session } = options
  requireInteger('timeoutMs', { value: timeoutMs, min: 1, max: longestTimeoutMs })
  requireInteger('maxRetries', { value: maxRetries, min: 0, max: 10 })
  requireSendableKey(apiKey)
  requireSendableSession(options)

  const ctx = {
    baseUrl: normalizeBaseUrl(options.baseUrl),
    apiKey,
    session,
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
    billing: createBillingResource(request),
    directory: createDirectoryResource(request),
    events: createEventsResource(request),
    graphql: createGraphqlResource(request),
    inventory: createInventoryResource(request),
    media: createMediaResource(request),
    orders: createOrdersResource(request),
    pricing: createPricingResource(request),
    receipts: createReceiptsResource(request),
    requests: createRequestsResource(request),
    reports: createReportsResource(request),
    reserve: createReserveResource(request),
    shop: createShopResource(request),
    site: createSiteResource(request),
    split: createSplitResource(request),
    subscriptions: createSubscriptionsResource(request),
    tax: createTaxResource(request),
    users: createUsersResource(request),
    webhooks: createWebhooksResource(request),
  }
}

function requireInteger(name: string, range: { value: number; min: number; max: number }): void {
  const { value, min, max } = range
  if (Number.isInteger(value) && value >= min && value <= max) return
  throw new TypeError(`${name} must be an integer from ${min} to ${max}.`)
}

/** Rejects unsendable keys here, because the error that `fetch` throws contains the key. */
function requireSendableKey(apiKey: string | undefined): void {
  if (apiKey === undefined || /^[\x21-\x7e]+$/.test(apiKey)) return
  throw new TypeError(
    apiKey === ''
      ? 'apiKey is empty. Pass a developer key, or omit it for calls that require none.'
      : 'apiKey contains white space or an invalid character. Check for a copied line break.',
  )
}

function requireSendableSession({ apiKey, session }: ClientOptions): void {
  if (!session) return
  if (apiKey !== undefined) throw new TypeError('Pass either apiKey or session, not both.')
  for (const name of ['csrfToken', 'cookie'] as const) {
    if (/^[\x20-\x7e]+$/.test(session[name] ?? '-')) continue
    throw new TypeError(`session.${name} is empty or contains an invalid character.`)
  }
}

function normalizeBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new TypeError('baseUrl must be an http or https URL, such as http://localhost:3000.')
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl must not contain a user name, password, query or fragment.')
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}
