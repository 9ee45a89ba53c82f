import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import type { ResolveHost } from '../../platform/outbound/resolve-host.js'
import { prepareOrder } from './prepare-order.js'

let app: TestApp
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
  seller = await aSeller(app, { items: [{ sku: 'T', name: 'Tea', priceUsd: 1 }] })
})
afterAll(() => app.close())

/** As a live service does it, on an internet where names lead wherever the test says. */
function prepare(resolveHost: ResolveHost, body: object) {
  const ctx = { ...app.ctx, config: { ...app.ctx.config, mode: 'live' as const }, resolveHost }
  return prepareOrder(ctx, { merchant: seller.wallet, body })
}

const one = { items: [{ sku: 'T', qty: 1 }] }
const unknown = { items: [{ sku: 'X', qty: 1 }] }
const webhook_url = 'https://hooks.example.com/x'

describe('prepareOrder, in live mode', () => {
  test('default', async () => {
    const { checkout } = await prepare(async () => ['8.8.8.8'], { ...one, webhook_url })
    expect(checkout.webhookUrl).toBe(webhook_url)
  })

  test('error: a webhook whose name leads into our own network, before what is not sold', async () => {
    const inside: ResolveHost = async () => ['192.168.0.1']
    for (const order of [one, unknown]) {
      await expect(prepare(inside, { ...order, webhook_url })).rejects.toMatchObject({
        code: 'invalid_input',
        message: 'webhook_url must be an address on the public internet',
      })
    }
    await expect(prepare(inside, { items: [], webhook_url })).rejects.toMatchObject({
      code: 'items_required',
    })
  })

  test('behavior: without a webhook nothing is looked up', async () => {
    let asked = 0
    const { checkout } = await prepare(async () => [`10.0.0.${++asked}`], one)
    expect([checkout.webhookUrl, asked]).toEqual([null, 0])
  })
})
