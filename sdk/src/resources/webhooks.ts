import { formatQuery } from '../format-query.js'
import type { components } from '../generated/api.js'
import { byCursor } from '../paginate.js'
import type { SendRequest } from '../request.js'

type Schemas = components['schemas']

/** A page of deliveries with their attempts, newest first. */
export type DeliveryPage = Schemas['DeliveryPage']

/** A webhook endpoint of the shop. */
export type Webhook = Schemas['Webhook']

/** A new endpoint with its signing secret. The service returns the secret only once. */
export type NewWebhook = Schemas['NewWebhook']

/** An endpoint with its new secret, and the time until which the old one signs as well. */
export type RotatedWebhook = Schemas['RotatedWebhookSecret']

/** When the secret of the shop was created and last replaced. */
export type ShopSecret = Schemas['ShopSecret']

/** The new secret of the shop. The service returns it only once. */
export type NewShopSecret = Schemas['NewShopSecret']

/** The URL of an endpoint and the events it receives. */
export type WebhookSettings = Schemas['CreateWebhookBody']

/** Options of a new secret. */
export type RotationOptions = {
  /**
   * How long the old secret signs beside the new one. 0 to 168, default 24. Use 0 for a secret that
   * has leaked.
   */
  overlapHours?: number | undefined
}

/** Filters for a list of deliveries. Omitted fields do not filter. */
export type DeliveryQuery = {
  receiptId?: string | undefined
  /** The id of an endpoint. */
  webhookId?: string | undefined
  status?: 'pending' | 'delivered' | 'failed' | undefined
  /** 1 to 100, default 50. */
  limit?: number | undefined
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined
}

/**
 * Webhook endpoints of the shop, and the deliveries to them and to receipts' own URLs.
 *
 * @example
 * const { secret } = await client.webhooks.endpoints.create({ url: 'https://shop.example/hook' })
 * const { deliveries } = await client.webhooks.deliveries.list({ status: 'failed' })
 */
export type WebhooksResource = {
  endpoints: {
    /** Returns all endpoints. Requires the scope `receipts:read`. */
    list(): Promise<Webhook[]>
    /** Creates an endpoint. Requires the scopes `receipts:write` and `receipts:read`. */
    create(settings: WebhookSettings): Promise<NewWebhook>
    /** Updates the given fields. Requires the scopes `receipts:write` and `receipts:read`. */
    update(id: string, change: Partial<WebhookSettings>): Promise<Webhook>
    /**
     * Deletes an endpoint and stops its pending deliveries. Requires the scope `receipts:write`.
     */
    delete(id: string): Promise<void>
    /** Replaces the secret of an endpoint. Requires the `session` of an owner or admin. */
    rotateSecret(id: string, options?: RotationOptions): Promise<RotatedWebhook>
  }
  /**
   * The secret that signs for receipts created without a key. Requires the `session` of an owner or
   * admin.
   */
  shopSecret: {
    /** Returns when the secret was created and replaced, or null before the first one. */
    get(): Promise<ShopSecret | null>
    /**
     * Creates the secret, or replaces it.
     *
     * @example
     * const client = createClient({ baseUrl, session: { csrfToken, cookie } })
     * const { secret } = await client.webhooks.shopSecret.rotate()
     */
    rotate(options?: RotationOptions): Promise<NewShopSecret>
  }
  deliveries: {
    /** Returns a page of the deliveries of the last 30 days. Requires the scope `receipts:read`. */
    list(query?: DeliveryQuery): Promise<DeliveryPage>
    /**
     * Returns all deliveries that match. Requests further pages while you iterate. Requires the
     * scope `receipts:read`.
     */
    listAll(query?: DeliveryQuery): AsyncGenerator<Schemas['Delivery'], void, undefined>
    /**
     * Sends a delivery again, with the same body and signatures. Requires the scope
     * `receipts:write`.
     */
    redeliver(deliveryId: string): Promise<void>
  }
  /** Sends a test event and returns its delivery id. Requires the scope `receipts:write`. */
  sendTest(target: Schemas['TestWebhookBody']): Promise<string>
}

/** Creates the webhook calls on top of `request`. */
export function createWebhooksResource(request: SendRequest): WebhooksResource {
  return {
    endpoints: createEndpoints(request),
    shopSecret: createShopSecret(request),
    deliveries: createDeliveries(request),
    sendTest: async (target) => {
      const { deliveryId } = await request<{ deliveryId: string }>({
        method: 'POST',
        path: '/api/webhooks/test',
        body: target,
      })
      return deliveryId
    },
  }
}

function createEndpoints(request: SendRequest): WebhooksResource['endpoints'] {
  const pathOf = (id: string) => `/api/webhooks/${encodeURIComponent(id)}` as const

  return {
    list: async () => {
      const { webhooks } = await request<{ webhooks: Webhook[] }>({
        method: 'GET',
        path: '/api/webhooks',
      })
      return webhooks
    },
    create: async (settings) => {
      const { webhook } = await request<{ webhook: NewWebhook }>({
        method: 'POST',
        path: '/api/webhooks',
        body: settings,
      })
      return webhook
    },
    update: async (id, change) => {
      const { webhook } = await request<{ webhook: Webhook }>({
        method: 'PUT',
        path: pathOf(id),
        body: change,
      })
      return webhook
    },
    delete: async (id) => {
      await request({ method: 'DELETE', path: pathOf(id) })
    },
    rotateSecret: async (id, { overlapHours } = {}) => {
      const { webhook } = await request<{ webhook: RotatedWebhook }>({
        method: 'POST',
        path: `${pathOf(id)}/rotate`,
        body: { overlapHours },
      })
      return webhook
    },
  }
}

function createShopSecret(request: SendRequest): WebhooksResource['shopSecret'] {
  const path = '/api/webhooks/secret'

  return {
    get: async () => {
      const { shopSecret } = await request<{ shopSecret: ShopSecret | null }>({
        method: 'GET',
        path,
      })
      return shopSecret
    },
    rotate: async ({ overlapHours } = {}) => {
      const { shopSecret } = await request<{ shopSecret: NewShopSecret }>({
        method: 'POST',
        path,
        body: { overlapHours },
      })
      return shopSecret
    },
  }
}

function createDeliveries(request: SendRequest): WebhooksResource['deliveries'] {
  const path = '/api/webhooks/deliveries'
  const list = (query: DeliveryQuery = {}) =>
    request<DeliveryPage>({ method: 'GET', path: `${path}${formatQuery(query)}` })

  return {
    list,
    listAll: (query = {}) =>
      byCursor(
        (cursor = query.cursor) => list({ ...query, cursor }),
        ({ deliveries }) => deliveries,
      ),
    redeliver: async (id) => {
      await request({ method: 'POST', path: `${path}/${encodeURIComponent(id)}/redeliver` })
    },
  }
}
