import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { planDeliveries } from '../webhooks/publish/plan-deliveries.js'
import { checkOutbox, publishEvents } from './publish-events.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await publishEvents(app.ctx, planDeliveries)
})
afterAll(() => app.close())

const gauge = async () => (await app.ctx.metrics.outboxPending.get()).values[0]?.value

describe('checkOutbox', () => {
  test('default: counts waiting events and fails when one waits too long', async () => {
    const check = () => checkOutbox(app.ctx)
    expect(await check()).toEqual({ ok: true, pending: 0 })

    const seller = await aSeller(app)
    const bill = { lineItems: [{ label: 'Tea', priceUsd: 4.5 }], totalUsd: 4.5 }
    await seller.post('/api/receipts', { id: 'r-1', ...bill })
    await seller.post('/api/receipts/status', { receiptId: 'r-1', status: 'link_opened' })
    expect(await check()).toEqual({ ok: true, pending: 1 })
    expect(await gauge()).toBe(1)
    await app.ctx.db.query('update recorded_events set recorded_at = recorded_at - 60000')
    expect(await check()).toEqual({ ok: false, pending: 1 })

    await publishEvents(app.ctx, planDeliveries)
    expect(await check()).toEqual({ ok: true, pending: 0 })
    expect(await gauge()).toBe(0)
  })
})
