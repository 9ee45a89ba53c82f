import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { makeReceipt, type SendRequest, unique } from './client.js'
import { type ReceivedRequest, type Receiver, startReceiver } from './receiver.js'

export type Delivery = {
  deliveryId: string
  eventId: string
  receiptId: string | null
  url: string
  webhookId: string | null
  status: string
  attempts: { at: number; httpStatus: number | null; error: string | null; durationMs: number }[]
}

/** A merchant's server that receives webhooks. */
export type MerchantServer = {
  /** Returns the URL of a path. */
  at(path: string): string
  /** HTTP status of the responses by path. The default is 204. */
  responses: Record<string, number>
  /** Waits until `count` requests have arrived at a path. */
  receive(path: string, count: number): Promise<ReceivedRequest[]>
  receiveFirst(path: string): Promise<ReceivedRequest>
  hasReceived(path: string): boolean
  /** Creates a receipt whose webhooks go to a path of their own. */
  makeHookedReceipt(send: SendRequest, fields?: object): Promise<{ id: string; path: string }>
  /** Creates such a receipt, changes its status and returns the first webhook. */
  triggerWebhook(send: SendRequest, fields?: object): Promise<ReceivedRequest>
}

/** Runs a merchant's server for the tests of a file. A redirect leads to its `/elsewhere`. */
export function useMerchantServer(): MerchantServer {
  const responses: Record<string, number> = {}
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver((response, { path }) => {
      const status = responses[path] ?? 204
      response.writeHead(status, status === 302 ? { location: server.at('/elsewhere') } : {})
      response.end()
    })
  })
  afterAll(() => receiver.close())

  const server: MerchantServer = {
    at: (path) => `${receiver.url}${path}`,
    responses,
    receive: (path, count) => receiver.at(path, count),
    receiveFirst: async (path) => (await receiver.at(path, 1))[0] as ReceivedRequest,
    hasReceived: (path) => receiver.received.some((request) => request.path === path),
    async makeHookedReceipt(send, fields = {}) {
      const path = `/${unique('hook')}`
      const id = await makeReceipt(send, { webhook_url: server.at(path), ...fields })
      return { id, path }
    },
    async triggerWebhook(send, fields) {
      const { id, path } = await server.makeHookedReceipt(send, fields)
      await setStatus(send, { receiptId: id, status: 'link_opened' })
      return server.receiveFirst(path)
    },
  }
  return server
}

export async function setStatus(
  send: SendRequest,
  body: { receiptId: string; status: string; failureCode?: string },
): Promise<void> {
  expect((await send('POST /api/receipts/status', { body })).status).toBe(200)
}

export async function listDeliveries(send: SendRequest, query: string): Promise<Delivery[]> {
  const call = `GET /api/webhooks/deliveries?${query}`
  return (await send<{ deliveries: Delivery[] }>(call)).body.deliveries
}

/** Waits until the last delivery of a receipt meets a condition. */
export async function waitForDelivery(
  isWanted: (delivery: Delivery) => boolean,
  { send, receiptId }: { send: SendRequest; receiptId: string },
): Promise<Delivery> {
  const deadline = performance.now() + 15_000
  for (;;) {
    const [delivery] = await listDeliveries(send, `receiptId=${receiptId}`)
    if (delivery && isWanted(delivery)) return delivery
    if (performance.now() > deadline) {
      throw new Error(`The last delivery is still ${JSON.stringify(delivery)}`)
    }
    await sleep(20)
  }
}

/** Registers a webhook endpoint of the shop. */
export async function addWebhook(
  send: SendRequest,
  body: object,
): Promise<{ id: string; url: string; secret: string }> {
  const response = await send<{ webhook: { id: string; url: string; secret: string } }>(
    'POST /api/webhooks',
    { body },
  )
  expect(response.status).toBe(201)
  return response.body.webhook
}

export function bodyOf({ body }: ReceivedRequest): Record<string, unknown> {
  return JSON.parse(body.toString())
}

/** Returns the expected `X-Service-Signature`. */
export function signatureBy(secret: string, { body }: ReceivedRequest): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

/** Returns the expected `webhook-signature`. */
export function standardSignatureBy(
  key: string | Buffer,
  { headers, body }: ReceivedRequest,
): string {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
