import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRecordingAlerts } from '../../../test/fixtures/recording-alerts.js'
import { aSeller, type Seller } from '../../../test/fixtures/seller.js'
import {
  type ReceivedRequest,
  startReceiver,
  type WebhookReceiver,
} from '../../../test/fixtures/servers/webhook-receiver.js'
import { silentLog } from '../../../test/fixtures/silent-log.js'
import { createTestApp, type TestApp, testNow } from '../../../test/harness.js'
import { checksumAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { createWebhookWorker, type WebhookWorker } from './webhook-worker.js'

let app: TestApp
let workers: WebhookWorker[]
const receivers: WebhookReceiver[] = []

beforeAll(async () => {
  app = await createTestApp()
  // Two workers, as in two processes.
  workers = [createWebhookWorker(app.ctx), createWebhookWorker(app.ctx)]
  for (const worker of workers) worker.start()
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await Promise.all(receivers.map((receiver) => receiver.close()))
  await app.close()
})

async function aReceiver(respond?: Parameters<typeof startReceiver>[0]): Promise<WebhookReceiver> {
  const receiver = await startReceiver(respond)
  receivers.push(receiver)
  return receiver
}

const bill = { lineItems: [{ label: 'Tea', priceUsd: 4.5 }], totalUsd: 4.5 }

async function sell(seller: Seller, fields: object) {
  const response = await seller.post('/api/receipts', { id: 'r-1', ...bill, ...fields })
  expect(response.statusCode).toBe(201)
}

async function move(seller: Seller, ...statuses: string[]) {
  for (const status of statuses) {
    const response = await seller.post('/api/receipts/status', { receiptId: 'r-1', status })
    expect(response.statusCode).toBe(200)
  }
}

const statusOf = ({ body }: ReceivedRequest) => JSON.parse(body).status

/** Verifies X-Service-Signature as receivers do. */
function isSigned({ headers, body }: ReceivedRequest, secret: string): boolean {
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return headers['x-service-signature'] === expected
}

/** Verifies the signature as Standard Webhooks does. */
function isStandardSigned({ headers, body }: ReceivedRequest, key: Buffer | string): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = createHmac('sha256', key).update(signed).digest('base64')
  return headers['webhook-signature'] === `v1,${expected}`
}

async function deliveriesOf(seller: Seller) {
  const { rows } = await app.ctx.db.query<{ status: string; attempts: { error: string }[] }>(
    'select status, attempts from webhook_deliveries where merchant = $1 order by no',
    [seller.wallet],
  )
  return rows
}

describe('createWebhookWorker', () => {
  test('behavior: an endpoint receives the kinds that it names, signed under that name', async () => {
    const [seller, receiver] = [await aSeller(app), await aReceiver()]
    const create = async (path: string, events?: string[]): Promise<string> => {
      const body = { url: `${receiver.url}/${path}`, events }
      return (await seller.post('/api/webhooks', body)).json().webhook.secret
    }
    const secret = await create('alias', ['receipt.link_opened'])
    await create('all')
    await create('both', ['receipt.status_updated', 'receipt.checkout_initialized'])
    await sell(seller, {})
    await move(seller, 'link_opened', 'checkout_initialized')

    const received = await receiver.until(5)
    const kindsAt = (path: string) =>
      received.filter((got) => got.path === path).map(({ body }) => JSON.parse(body).event)
    expect(kindsAt('/alias')).toEqual(['receipt.link_opened'])
    expect(kindsAt('/all')).toEqual(['receipt.status_updated', 'receipt.status_updated'])
    expect(kindsAt('/both')).toEqual(['receipt.status_updated', 'receipt.checkout_initialized'])
    const [alias] = received.filter((got) => got.path === '/alias')
    if (!alias) throw new Error('the alias was not delivered')
    expect(alias.headers['x-service-event']).toBe('receipt.link_opened')
    expect(isSigned(alias, secret)).toBe(true)
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    expect(isStandardSigned(alias, key)).toBe(true)
  })

  test('default', async () => {
    const [seller, receiver] = [await aSeller(app), await aReceiver()]
    const metadata = { cart: 'c-9', lines: [1, 2] }
    const more = { transactionId: 'order-7', metadata }
    await sell(seller, { webhook_url: `${receiver.url}/hook?a=1`, ...more })
    await move(seller, 'link_opened', 'buyer_logged_in', 'checkout_initialized')

    const [first, second, third] = await receiver.until(3)
    if (!first || !second || !third) throw new Error('not all came')
    expect([first, second, third].map(statusOf)).toEqual([
      'link_opened',
      'buyer_logged_in',
      'checkout_initialized',
    ])
    expect(JSON.parse(first.body)).toEqual({
      event: 'receipt.status_updated',
      receiptId: 'r-1',
      status: 'link_opened',
      previousStatus: 'pending',
      failureCode: null,
      failureCategory: null,
      failureReason: null,
      failureAction: null,
      transactionHash: null,
      buyerWallet: null,
      merchantWallet: checksumAddress(seller.wallet),
      totalUsd: 4.5,
      customerTotalUsd: 4.5,
      token: 'USDC',
      timestamp: testNow,
      brandKey: 'default',
      onrampSessionId: null,
      isOnrampSessionUnique: false,
      transactionId: 'order-7',
      metadata,
    })
    expect(first.path).toBe('/hook?a=1')
    expect(first.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhook/1.0',
      'x-service-event': 'receipt.status_updated',
      'x-service-delivery': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      'x-service-timestamp': String(testNow),
      'x-service-attempt': '1',
      'webhook-timestamp': String(testNow / 1_000),
    })
    const apiKey = seller.headers['x-api-key']
    for (const got of [first, second, third]) {
      expect(isSigned(got, apiKey)).toBe(true)
      expect(isStandardSigned(got, apiKey)).toBe(true)
      expect(got.headers['webhook-id']).toBe(got.headers['x-service-delivery'])
    }
    await expect
      .poll(() => deliveriesOf(seller))
      .toMatchObject([
        { status: 'delivered', attempts: [{ httpStatus: 200, error: null }] },
        { status: 'delivered' },
        { status: 'delivered' },
      ])
  })

  test('behavior: retries after five seconds with the same body', { tags: 'slow' }, async () => {
    const seller = await aSeller(app)
    const receiver = await aReceiver((response, got) =>
      response.writeHead(statusOf(got) === 'link_opened' ? 503 : 200).end(),
    )
    await sell(seller, { webhookUrl: receiver.url })
    await move(seller, 'link_opened', 'checkout_initialized')

    // The next event comes after it, whether it arrived or not.
    const [first, second, later] = await receiver.until(3)
    if (!first || !second || !later) throw new Error('not all came')
    expect([first, second, later].map(statusOf)).toEqual([
      'link_opened',
      'link_opened',
      'checkout_initialized',
    ])
    expect(second.at - first.at).toBeGreaterThan(4_950)
    // A busy machine adds to the five seconds. The next interval of retries is a minute.
    expect(second.at - first.at).toBeLessThan(10_000)
    expect(second.body).toBe(first.body)
    for (const name of ['x-service-delivery', 'x-service-signature', 'webhook-signature']) {
      expect(second.headers[name]).toBe(first.headers[name])
    }
    expect([first, second].map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2'])
    await expect
      .poll(() => deliveriesOf(seller))
      .toMatchObject([
        { status: 'failed', attempts: [{ error: 'not_2xx' }, { httpStatus: 503 }] },
        { status: 'delivered', attempts: [{ error: null }] },
      ])
    const { rows } = await app.ctx.db.query(
      'select kind, subject_id from notifications where merchant = $1',
      [seller.wallet],
    )
    expect(rows).toEqual([{ kind: 'webhook_failing', subject_id: 'receipts' }])
  })

  test('behavior: merchants who share a host do not delay each other', {
    tags: 'slow',
  }, async () => {
    const [slow, workingShop] = [await aSeller(app), await aSeller(app)]
    const receiver = await aReceiver((response, { path }) => {
      if (path !== '/hang') response.end()
    })
    for (let count = 1; count <= 20; count += 1) {
      const receiptId = `r-${count}`
      await sell(slow, { id: receiptId, webhook_url: `${receiver.url}/hang` })
      await slow.post('/api/receipts/status', { receiptId, status: 'link_opened' })
    }
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    await sell(workingShop, { webhook_url: `${receiver.url}/good` })
    await move(workingShop, 'link_opened')
    const began = performance.now()
    await expect
      .poll(() => receiver.received.some(({ path }) => path === '/good'), { timeout: 5_000 })
      .toBe(true)
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  test('behavior: delivers to every endpoint, signed with its own secret', async () => {
    const [seller, ownWebhookReceiver, shop] = [
      await aSeller(app),
      await aReceiver(),
      await aReceiver(),
    ]
    const { webhook } = (await seller.post('/api/webhooks', { url: shop.url })).json()
    await sell(seller, { webhook_url: ownWebhookReceiver.url })
    await move(seller, 'link_opened')

    const [toOwn] = await ownWebhookReceiver.until(1)
    const [toShop] = await shop.until(1)
    if (!toOwn || !toShop) throw new Error('one did not come')
    expect(toShop.body).toBe(toOwn.body)
    expect(toShop.headers['webhook-id']).toBe(toOwn.headers['webhook-id'])
    expect(toShop.headers['x-service-delivery']).not.toBe(toOwn.headers['x-service-delivery'])
    expect(isSigned(toShop, webhook.secret)).toBe(true)
    const key = Buffer.from(webhook.secret.slice('whsec_'.length), 'base64')
    expect(isStandardSigned(toShop, key)).toBe(true)
    expect(isSigned(toOwn, seller.headers['x-api-key'])).toBe(true)
  })

  test('behavior: the first endpoint signs for a receipt created without a key', async () => {
    const [seller, receiver, shop] = [await aSeller(app), await aReceiver(), await aReceiver()]
    const body = { id: 'r-1', ...bill, webhook_url: receiver.url }
    expect((await seller.act('/api/receipts', body)).statusCode).toBe(201)
    await move(seller, 'link_opened')
    // Without a signature it could not be verified.
    await expect
      .poll(() => deliveriesOf(seller))
      .toMatchObject([{ status: 'failed', attempts: [{ error: 'no_signing_secret' }] }])

    const { webhook } = (await seller.post('/api/webhooks', { url: shop.url })).json()
    await move(seller, 'buyer_logged_in')
    const [got] = await receiver.until(1)
    expect(got && statusOf(got)).toBe('buyer_logged_in')
    expect(got && isSigned(got, webhook.secret)).toBe(true)
  })

  test('behavior: a new key does not sign for earlier receipts', async () => {
    const [seller, receiver] = [await aSeller(app), await aReceiver()]
    await sell(seller, { webhook_url: receiver.url })
    const { headers } = seller.owner
    const rotate = `/api/keys/${seller.keyId}/rotate`
    const rotated = await app.inject({ method: 'POST', url: rotate, headers })
    expect(rotated.statusCode).toBe(201)
    await app.inject({ method: 'DELETE', url: `/api/keys/${seller.keyId}`, headers })

    await seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
    const [got] = await receiver.until(1)
    expect(got && statusOf(got)).toBe('paid')
    expect(got && isSigned(got, seller.headers['x-api-key'])).toBe(true)
  })

  test('behavior: a failure has its reason and omits the payment fields', async () => {
    const [seller, receiver] = [await aSeller(app), await aReceiver()]
    await sell(seller, { webhook_url: receiver.url })
    const failureCode = 'PORTAL_SYSTEM_TIMEOUT'
    await seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'failed', failureCode })

    const [got] = await receiver.until(1)
    const body = JSON.parse(got?.body ?? '{}')
    expect(body).toMatchObject({
      status: 'failed',
      previousStatus: 'pending',
      failureCode,
      failureCategory: 'system',
      failureReason: expect.any(String),
      failureAction: expect.any(String),
    })
    for (const name of [
      'transactionHash',
      'buyerWallet',
      'customerTotalUsd',
      'onrampSourceAmountUsd',
    ]) {
      expect(body).not.toHaveProperty(name)
    }
  })

  test('error: raises an alert while events cannot be published', async () => {
    let isBroken = true
    const query = async () => {
      if (isBroken) throw new Error('cannot be read')
      return { rows: [], rowCount: 0 }
    }
    const alerts = createRecordingAlerts(silentLog)
    const db = { ...app.ctx.db, query: query as Context['db']['query'] }
    const worker = createWebhookWorker(
      { ...app.ctx, alerts, db },
      { pollMs: 5, runner: { pollMs: 5 } },
    )
    worker.start()
    const incidents = () => alerts.list().map(({ name, key }) => [name, key])
    await expect.poll(incidents).toEqual(
      expect.arrayContaining([
        ['event_publishing_blocked', null],
        ['worker_failing', 'webhook-deliveries'],
      ]),
    )
    isBroken = false
    await expect.poll(incidents).toEqual([])
    await worker.stop()
  })
})
