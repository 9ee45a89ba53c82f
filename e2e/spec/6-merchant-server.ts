import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Received, type Receiver, startReceiver } from '../receiver.js'
import { type Ask, makeReceipt, unique } from './client.js'

export type Delivery = {
  deliveryId: string
  eventId: string
  receiptId: string | null
  url: string
  webhookId: string | null
  status: string
  attempts: { at: number; httpStatus: number | null; error: string | null; durationMs: number }[]
}

/** A merchant's server, and what makes the service call it. */
export type MerchantServer = {
  /** Where a path of its is. */
  at(path: string): string
  /** What it answers at a path; 204 at all others. */
  answers: Record<string, number>
  /** What came to a path, once there is so much. */
  got(path: string, count: number): Promise<Received[]>
  first(path: string): Promise<Received>
  hasGot(path: string): boolean
  /** A receipt with a path of its own there. */
  hookedReceipt(ask: Ask, fields?: object): Promise<{ id: string; path: string }>
  /** The first thing that comes when such a receipt changes. */
  firstWebhook(ask: Ask, fields?: object): Promise<Received>
}

/** Runs a merchant's server for the tests of a file. A redirect leads to its `/elsewhere`. */
export function useMerchantServer(): MerchantServer {
  const answers: Record<string, number> = {}
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver((response, { path }) => {
      const status = answers[path] ?? 204
      response.writeHead(status, status === 302 ? { location: server.at('/elsewhere') } : {})
      response.end()
    })
  })
  afterAll(() => receiver.close())

  const server: MerchantServer = {
    at: (path) => `${receiver.url}${path}`,
    answers,
    got: (path, count) => receiver.at(path, count),
    first: async (path) => (await receiver.at(path, 1))[0] as Received,
    hasGot: (path) => receiver.received.some((one) => one.path === path),
    async hookedReceipt(ask, fields = {}) {
      const path = `/${unique('hook')}`
      const id = await makeReceipt(ask, { webhook_url: server.at(path), ...fields })
      return { id, path }
    },
    async firstWebhook(ask, fields) {
      const { id, path } = await server.hookedReceipt(ask, fields)
      await setStatus(ask, { receiptId: id, status: 'link_opened' })
      return server.first(path)
    },
  }
  return server
}

export async function setStatus(
  ask: Ask,
  body: { receiptId: string; status: string; failureCode?: string },
): Promise<void> {
  expect((await ask('POST /api/receipts/status', { body })).status).toBe(200)
}

export async function listDeliveries(ask: Ask, query: string): Promise<Delivery[]> {
  const call = `GET /api/webhooks/deliveries?${query}`
  return (await ask<{ deliveries: Delivery[] }>(call)).body.deliveries
}

/** Waits until a receipt's last delivery is as wanted. */
export async function deliveryThat(
  isWanted: (delivery: Delivery) => boolean,
  { ask, receiptId }: { ask: Ask; receiptId: string },
): Promise<Delivery> {
  const deadline = performance.now() + 15_000
  for (;;) {
    const [delivery] = await listDeliveries(ask, `receiptId=${receiptId}`)
    if (delivery && isWanted(delivery)) return delivery
    if (performance.now() > deadline) throw new Error(`it is ${JSON.stringify(delivery)}`)
    await sleep(20)
  }
}

/** Registers an address of the shop. */
export async function addWebhook(
  ask: Ask,
  body: object,
): Promise<{ id: string; url: string; secret: string }> {
  const answer = await ask<{ webhook: { id: string; url: string; secret: string } }>(
    'POST /api/webhooks',
    { body },
  )
  expect(answer.status).toBe(201)
  return answer.body.webhook
}

export function bodyOf({ body }: Received): Record<string, unknown> {
  return JSON.parse(body.toString())
}

/** What `X-Service-Signature` has to be. */
export function signatureBy(secret: string, { body }: Received): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

/** What `webhook-signature` has to be. */
export function standardSignatureBy(key: string | Buffer, { headers, body }: Received): string {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
