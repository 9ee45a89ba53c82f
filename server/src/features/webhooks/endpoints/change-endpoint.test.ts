import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { publishEvents } from '../../events/publish-events.js'
import { planDeliveries } from '../publish/plan-deliveries.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = 'https://shop.example/hook'

/** Adds a pending delivery to a receipt's own address and one to an endpoint. */
async function aPendingPair(): Promise<{ seller: Seller; id: string }> {
  const seller = await aSeller(app)
  const { webhook } = (await seller.post('/api/webhooks', { url })).json()
  const bill = { lineItems: [{ label: 'Tea', priceUsd: 4.5 }], totalUsd: 4.5 }
  await seller.post('/api/receipts', { id: 'r-1', ...bill, webhook_url: url })
  await seller.post('/api/receipts/status', { receiptId: 'r-1', status: 'link_opened' })
  await publishEvents(app.ctx, planDeliveries)
  return { seller, id: webhook.id }
}

async function look({ wallet }: Seller) {
  const { rows: deliveries } = await app.ctx.db.query(
    `select endpoint_id is null as is_own, status from webhook_deliveries
     where merchant = $1 order by no`,
    [wallet],
  )
  const { rows: queues } = await app.ctx.db.query<{ queue: string }>(
    'select queue from webhook_queues where merchant = $1',
    [wallet],
  )
  return { deliveries, queues: queues.map(({ queue }) => queue) }
}

describe('cancelDeliveries', () => {
  test.each([
    ['DELETE', undefined],
    ['PUT', { enabled: false }],
  ] as const)('default: by %s', async (method, payload) => {
    const { seller, id } = await aPendingPair()
    const { headers } = seller
    const request = { method, url: `/api/webhooks/${id}`, headers, ...(payload && { payload }) }
    expect((await app.inject(request)).statusCode).toBe(200)
    expect(await look(seller)).toEqual({
      deliveries: [
        { is_own: true, status: 'pending' },
        { is_own: false, status: 'failed' },
      ],
      queues: ['receipt shop.example r-1'],
    })
  })

  test('behavior: any other update keeps pending deliveries', async () => {
    const { seller, id } = await aPendingPair()
    const { headers } = seller
    const payload = { url: `${url}/2` }
    await app.inject({ method: 'PUT', url: `/api/webhooks/${id}`, headers, payload })
    expect((await look(seller)).queues).toHaveLength(2)
  })
})
