import { formatQuery } from './format-query.js'
import type { components } from './generated/api.js'
import type { RequestInput } from './request.js'

type Schemas = components['schemas']

/** Events as webhooks have them, the oldest first, and where to go on. */
export type EventPage = Schemas['EventPage']

/** What was sent where, and how it went, the newest first. */
export type DeliveryPage = Schemas['DeliveryPage']

/** An address that gets the merchant's events. */
export type Webhook = Schemas['Webhook']

/** One that was just made, with the secret that verifies what it gets: the only time it is shown. */
export type NewWebhook = Schemas['NewWebhook']

/** Where events go to, and which. */
export type WebhookSettings = Schemas['CreateWebhookBody']

/** Which deliveries to list. Whatever is left out lets everything pass. */
export type DeliveryQuery = {
  receiptId?: string | undefined
  /** Of one address of the shop. */
  webhookId?: string | undefined
  status?: 'pending' | 'delivered' | 'failed' | undefined
  /** 1 to 100, default 50. */
  limit?: number | undefined
  cursor?: string | undefined
}

/** The calls about events and where they are sent. */
export type WebhookCalls = {
  /**
   * What has happened after a cursor. Ask again with `nextCursor` and nothing is missed. Needs the scope `receipts:read`.
   */
  listEvents(query?: { after?: string; limit?: number }): Promise<EventPage>
  /** Addresses that get every event. Needs the scope `receipts:read`. */
  listWebhooks(): Promise<Webhook[]>
  /** Has events sent to an address. Needs the scopes `receipts:write` and `receipts:read`. */
  createWebhook(settings: WebhookSettings): Promise<NewWebhook>
  /** Changes what is given. Needs the scopes `receipts:write` and `receipts:read`. */
  updateWebhook(id: string, change: Partial<WebhookSettings>): Promise<Webhook>
  /** Sends nothing there any more. Needs the scope `receipts:write`. */
  deleteWebhook(id: string): Promise<void>
  /** What was sent in the last 30 days. Needs the scope `receipts:read`. */
  listDeliveries(query?: DeliveryQuery): Promise<DeliveryPage>
  /** Sends a delivery once more, as it was. Needs the scope `receipts:write`. */
  redeliver(deliveryId: string): Promise<void>
  /** Sends an event that is made up, and returns the id of its delivery. Needs the scope `receipts:write`. */
  testWebhook(target: Schemas['TestWebhookBody']): Promise<string>
}

/** The calls about events and where they are sent, by way of `request`. */
export function createWebhookCalls(request: <T>(input: RequestInput) => Promise<T>): WebhookCalls {
  const one = (id: string) => `/api/webhooks/${encodeURIComponent(id)}` as const

  return {
    listEvents: (query = {}) =>
      request<EventPage>({ method: 'GET', path: `/api/events${formatQuery(query)}` }),
    listWebhooks: async () => {
      const input = { method: 'GET', path: '/api/webhooks' } as const
      return (await request<{ webhooks: Webhook[] }>(input)).webhooks
    },
    createWebhook: async (settings) => {
      const input = { method: 'POST', path: '/api/webhooks', body: settings } as const
      return (await request<{ webhook: NewWebhook }>(input)).webhook
    },
    updateWebhook: async (id, change) => {
      const input = { method: 'PUT', path: one(id), body: change } as const
      return (await request<{ webhook: Webhook }>(input)).webhook
    },
    deleteWebhook: async (id) => {
      await request({ method: 'DELETE', path: one(id) })
    },
    listDeliveries: (query = {}) =>
      request<DeliveryPage>({
        method: 'GET',
        path: `/api/webhooks/deliveries${formatQuery(query)}`,
      }),
    redeliver: async (deliveryId) => {
      const path = `/api/webhooks/deliveries/${encodeURIComponent(deliveryId)}/redeliver` as const
      await request({ method: 'POST', path })
    },
    testWebhook: async (target) => {
      const input = { method: 'POST', path: '/api/webhooks/test', body: target } as const
      return (await request<{ deliveryId: string }>(input)).deliveryId
    },
  }
}
