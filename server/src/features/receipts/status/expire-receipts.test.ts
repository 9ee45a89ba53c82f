import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { seedShopConfig } from '../../shop/seed-shop-config.js'
import { expireReceipts } from './expire-receipts.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function aReceipt(expiryMinutes: number | null) {
  const { apiKey, wallet } = await aDeveloper(app.ctx)
  await seedShopConfig(app.ctx, {
    merchant: wallet,
    config: { name: 'Shop', payments: { expiryMinutes } },
  })
  const headers = { 'x-api-key': apiKey }
  const payload = { id: 'r-1', lineItems: [{ label: 'Tea', priceUsd: 5 }], totalUsd: 5 }
  const response = await app.inject({ method: 'POST', url: '/api/receipts', headers, payload })
  expect(response.statusCode, response.body).toBe(201)
  const get = async () => (await app.inject({ url: '/api/receipts/r-1', headers })).json()
  const post = (payload: object) =>
    app.inject({ method: 'POST', url: '/api/receipts/status', headers, payload })
  return Object.assign(get, { post })
}

const run = () => expireReceipts.run(app.ctx, new AbortController().signal)

describe('expireReceipts', () => {
  test('default', async () => {
    const get = await aReceipt(30)
    expect(await get()).toMatchObject({ expiresAt: app.ctx.now() + 30 * 60_000 })
    app.ctx.clock.advance(30 * 60_000 - 1)
    expect(await run()).toEqual({ expired: 0 })
    app.ctx.clock.advance(1)
    expect(await run()).toEqual({ expired: 1 })
    expect(await get()).toMatchObject({
      status: 'failed',
      failureCode: 'PORTAL_SESSION_EXPIRED',
      failureCategory: 'session',
      timeline: [
        { status: 'pending' },
        {
          status: 'failed',
          previousStatus: 'pending',
          by: 'expiry',
          failureCode: 'PORTAL_SESSION_EXPIRED',
          failureCategory: 'session',
        },
      ],
    })
    expect(await run()).toEqual({ expired: 0 })
  })

  test('behavior: a tracking status does not revive an expired receipt', async () => {
    const get = await aReceipt(30)
    app.ctx.clock.advance(30 * 60_000)
    await run()
    expect((await get.post({ receiptId: 'r-1', status: 'link_opened' })).statusCode).toBe(200)
    expect(await get()).toMatchObject({ status: 'failed' })
  })

  test('behavior: receipts never expire without a setting', async () => {
    const get = await aReceipt(null)
    app.ctx.clock.advance(365 * 24 * 60 * 60_000)
    await run()
    expect(await get()).toMatchObject({ status: 'pending', expiresAt: null })
  })
})
