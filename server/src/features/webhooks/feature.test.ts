import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { publishEvents } from '../events/publish-events.js'
import { checkWebhooks } from './feature.js'
import { planDeliveries } from './publish/plan-deliveries.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  // Events that the template left unpublished.
  await publishEvents(app.ctx, planDeliveries)
})
afterAll(() => app.close())

describe('checkWebhooks', () => {
  test('default', async () => {
    const check = () => checkWebhooks(app.ctx)
    expect(await check()).toMatchObject({ ok: true, unpublished: 0 })

    const seller = await aSeller(app)
    const bill = { lineItems: [{ label: 'Tea', priceUsd: 4.5 }], totalUsd: 4.5 }
    const webhook_url = 'http://localhost:1/hook'
    await seller.post('/api/receipts', { id: 'r-1', ...bill, webhook_url })
    await seller.post('/api/receipts/status', { receiptId: 'r-1', status: 'link_opened' })
    expect(await check()).toMatchObject({ ok: true, unpublished: 1 })
    await app.ctx.db.query('update recorded_events set recorded_at = recorded_at - 60000')
    expect(await check()).toMatchObject({ ok: false, unpublished: 1 })

    const { pending: before } = await check()
    await publishEvents(app.ctx, planDeliveries)
    expect(await check()).toEqual({ ok: true, unpublished: 0, pending: Number(before) + 1 })
  })
})
