import { createReceiptCalls, type ReceiptCalls } from './create-receipt-calls.js'
import { createWebhookCalls, type WebhookCalls } from './create-webhook-calls.js'
import { formatQuery } from './format-query.js'
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

/** Something the merchant sells. */
export type InventoryItem = components['schemas']['InventoryItem']

/** A page of what the merchant sells. */
export type InventoryPage = components['schemas']['InventoryPage']

/** What to say of an item. Required for a new one: `sku`, `name`, and `priceUsd` or `price`. */
export type UpsertItem = components['schemas']['UpsertItemBody']

/** An item that was made or changed. */
export type UpsertedItem = components['schemas']['UpsertedItem']

/** Whether there was an item to delete. */
export type DeletedItem = components['schemas']['DeletedItem']

/** Which items to list. Whatever is left out lets everything pass. */
export type ItemQuery = {
  /** Words, each of which must be part of the name, SKU, description, category or a tag. */
  q?: string | undefined
  category?: string | undefined
  taxable?: boolean | undefined
  stock?: 'in' | 'out' | undefined
  /** In dollars. */
  priceMin?: number | undefined
  priceMax?: number | undefined
  tags?: readonly string[] | undefined
  /** Whether one of the tags is enough, which is the default. */
  tagsMode?: 'any' | 'all' | undefined
  pack?: string | undefined
  sort?: 'name' | 'sku' | 'priceUsd' | 'stockQty' | 'updatedAt' | undefined
  order?: 'asc' | 'desc' | undefined
  /** 1 to 200, default 50. */
  limit?: number | undefined
  /** From 1. */
  page?: number | undefined
}

/** The calls of one service. Every one rejects with a `ServiceError` when it does not succeed. */
export type Client = ReceiptCalls &
  WebhookCalls & {
    /** Whether the service is alive. Needs no key. */
    health(): Promise<Healthz>
    /** Whether the key is accepted, whose it is, and how the service's parts are. */
    ping(): Promise<Ping>
    /** The shop the key belongs to. Needs the scope `shop:read`. */
    shopConfig(): Promise<ShopConfig>
    /** The defaults of the site. Needs no key, unless the operator has closed it. */
    siteConfig(): Promise<SiteConfig>
    /** Searches what the merchant sells. Needs the scope `inventory:read`. */
    listItems(query?: ItemQuery): Promise<InventoryPage>
    /** Makes an item, or changes the one with the same SKU. Needs the scope `inventory:write`. */
    upsertItem(item: UpsertItem): Promise<UpsertedItem>
    /** Deletes an item by its id. Needs the scope `inventory:write`. */
    deleteItem(id: string): Promise<DeletedItem>
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
    ...createReceiptCalls(request),
    ...createWebhookCalls(request),
    health: () => request<Healthz>({ method: 'GET', path: '/healthz' }),
    ping: () => request<Ping>({ method: 'GET', path: '/api/status/ping' }),
    shopConfig: async () => {
      const path = '/api/shop/config'
      return (await request<{ config: ShopConfig }>({ method: 'GET', path })).config
    },
    siteConfig: () => request<SiteConfig>({ method: 'GET', path: '/api/site/config' }),
    listItems: (query = {}) =>
      request<InventoryPage>({ method: 'GET', path: `/api/inventory${formatQuery(query)}` }),
    upsertItem: (item) =>
      request<UpsertedItem>({ method: 'POST', path: '/api/inventory', body: item }),
    deleteItem: (id) =>
      request<DeletedItem>({ method: 'DELETE', path: `/api/inventory${formatQuery({ id })}` }),
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
