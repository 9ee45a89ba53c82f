import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settleAgain } from '../../../src/features/payments/receipts-to-settle.js'
import { createReceipt } from '../../../src/features/receipts/create/create-receipt.js'
import type { ResolveHost } from '../../../src/platform/outbound/resolve-host.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { createTestApp, type TestApp } from '../../harness.js'

let app: TestApp
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
  seller = await aSeller(app)
})
afterAll(() => app.close())

const webhook_url = 'https://hooks.example.com/x'

/** Creates a receipt in live mode with the given host resolution. */
function create(resolveHost: ResolveHost, fields: object = {}) {
  const ctx = { ...app.ctx, config: { ...app.ctx.config, mode: 'live' as const }, resolveHost }
  const { wallet: merchant, keyId } = seller
  const by = { merchant, keyId, role: 'key', correlationId: 'test' } as const
  const lineItems = [{ label: 'Tea', priceUsd: 1 }]
  const body = { id: app.ctx.newId('rcpt'), lineItems, totalUsd: 1, ...fields }
  return createReceipt(ctx, { by, body, settleAgain })
}

const unresolvable: ResolveHost = () => Promise.reject(new Error('not found'))

describe('createReceipt, in live mode', () => {
  test('default', async () => {
    const { receipt } = await create(async () => ['8.8.8.8'], { webhook_url })
    expect(receipt.webhookUrl).toBe(webhook_url)
  })

  test('error: refuses a webhook that resolves into our own network', async () => {
    const id = app.ctx.newId('rcpt')
    const createdReceipt = create(async () => ['8.8.8.8', '10.0.0.1'], { id, webhook_url })
    await expect(createdReceipt).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'webhook_url must be an address on the public internet',
    })
    expect((await seller.get(`/api/receipts/${id}`)).statusCode).toBe(404)
  })

  test('behavior: accepts a webhook whose host does not resolve now', async () => {
    const { receipt } = await create(unresolvable, { webhook_url })
    expect(receipt.webhookUrl).toBe(webhook_url)
  })

  test('behavior: refuses an invalid URL without resolving its host', async () => {
    let lookups = 0
    const count: ResolveHost = async () => [`10.0.0.${++lookups}`]
    const wrong = { webhook_url, redirect_url: 'x' }
    await expect(create(count, wrong)).rejects.toThrow(/^redirect_url/)
    await expect(create(count, { webhook_url: 'https://a.com:22/' })).rejects.toThrow(
      'webhook_url must be a URL on the public internet, on a port that browsers allow',
    )
    const { receipt } = await create(count, { redirect_url: webhook_url })
    expect(receipt.webhookUrl).toBeNull()
    expect(lookups).toBe(0)
  })
})
