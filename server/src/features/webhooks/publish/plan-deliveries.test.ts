import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { publishEvents } from '../../events/publish-events.js'
import { planDeliveries } from './plan-deliveries.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = 'https://shop.example/hook'
const bill = { lineItems: [{ label: 'Tea', priceUsd: 4.5 }], totalUsd: 4.5 }

async function sell(seller: Seller, id: string, fields: object = {}) {
  const response = await seller.post('/api/receipts', { id, ...bill, ...fields })
  expect(response.statusCode).toBe(201)
}

async function move(seller: Seller, receiptId: string, status = 'link_opened') {
  const response = await seller.post('/api/receipts/status', { receiptId, status })
  expect(response.statusCode).toBe(200)
}

async function publishAll(): Promise<number> {
  let count = 0
  for (;;) {
    const { published, hasMore } = await publishEvents(app.ctx, planDeliveries)
    count += published
    if (!hasMore) return count
  }
}

const feedOf = async (seller: Seller) => (await seller.get('/api/events')).json().events

async function deliveriesOf({ wallet }: Seller) {
  const { rows } = await app.ctx.db.query<{ receipt_id: string; status: string; url: string }>(
    'select receipt_id, status, url from webhook_deliveries where merchant = $1 order by no',
    [wallet],
  )
  return rows
}

describe('publishEvents', () => {
  test('default', async () => {
    const seller = await aSeller(app)
    await sell(seller, 'a', { webhook_url: url })
    // Creating a receipt is not a status change.
    expect(await publishAll()).toBe(0)
    await move(seller, 'a')
    await move(seller, 'a', 'checkout_initialized')
    expect(await publishAll()).toBe(2)

    expect(await feedOf(seller)).toMatchObject([
      { receiptId: 'a', status: 'link_opened', previousStatus: 'pending' },
      { receiptId: 'a', status: 'checkout_initialized', previousStatus: 'link_opened' },
    ])
    expect(await deliveriesOf(seller)).toEqual([
      { receipt_id: 'a', status: 'pending', url },
      { receipt_id: 'a', status: 'pending', url },
    ])
    expect(await publishAll()).toBe(0)
  })

  test('behavior: an event without a delivery is in the feed', async () => {
    const seller = await aSeller(app)
    await sell(seller, 'a')
    await move(seller, 'a')
    await publishAll()
    expect(await feedOf(seller)).toHaveLength(1)
    expect(await deliveriesOf(seller)).toEqual([])
  })

  test('behavior: an event reports the state at its time', async () => {
    const seller = await aSeller(app)
    await sell(seller, 'a', { metadata: { cart: 1 }, webhook_url: url })
    await move(seller, 'a')
    const other = { ...bill, totalUsd: 9, lineItems: [{ label: 'Two', priceUsd: 9 }] }
    await sell(seller, 'a', { ...other, metadata: { cart: 2 }, webhook_url: `${url}/2` })
    await publishAll()
    expect(await feedOf(seller)).toMatchObject([
      { status: 'link_opened', totalUsd: 4.5, metadata: { cart: 1 } },
      // Replacing the receipt reset its status.
      { status: 'pending', previousStatus: 'link_opened', totalUsd: 9, metadata: { cart: 2 } },
    ])
    expect((await deliveriesOf(seller)).map((row) => row.url)).toEqual([url, `${url}/2`])
  })

  test('behavior: the feed has every field of the body', async () => {
    const seller = await aSeller(app)
    const metadata = { 'line\nbreak': 1, 'a\u2028b': { deep: [null] }, plain: true }
    await sell(seller, 'a', { metadata })
    await move(seller, 'a')
    await publishAll()
    expect(await feedOf(seller)).toMatchObject([{ metadata }])
    expect((await seller.get('/api/receipts/a')).json().metadata).toEqual(metadata)
  })

  test('behavior: every event of a receipt has its metadata in the same key order', async () => {
    const seller = await aSeller(app)
    const metadata = { bb: 1, a: 2 }
    await sell(seller, 'a', { metadata })
    await move(seller, 'a')
    await sell(seller, 'a', {
      ...bill,
      totalUsd: 9,
      lineItems: [{ label: 'Two', priceUsd: 9 }],
      metadata,
    })
    await publishAll()
    const { rows } = await app.ctx.db.query<{ body: string }>(
      'select body from events where merchant = $1 order by no',
      [seller.wallet],
    )
    expect(rows.map(({ body }) => body.slice(body.indexOf('"metadata"')))).toEqual([
      '"metadata":{"a":2,"bb":1}}',
      '"metadata":{"a":2,"bb":1}}',
    ])
  })

  test('behavior: no event when the status stays the same', async () => {
    const seller = await aSeller(app)
    await sell(seller, 'a', { webhook_url: url })
    await move(seller, 'a')
    await move(seller, 'a')
    expect(await publishAll()).toBe(1)
  })

  test('behavior: numbers events without gaps under concurrent publishing', async () => {
    const seller = await aSeller(app)
    await sell(seller, 'a')
    await app.ctx.db.query(
      `insert into recorded_events (merchant, id, kind, receipt_id, body, created_at, recorded_at)
       select $1, gen_random_uuid(), 'receipt.status_updated', 'a', '{}', n, n
       from generate_series(1, 450) as n order by n`,
      [seller.wallet],
    )
    const counts = await Promise.all([publishAll(), publishAll(), publishAll()])
    expect(counts.reduce((sum, count) => sum + count)).toBe(450)
    const { rows } = await app.ctx.db.query<{ no: string; created_at: string }>(
      'select no, created_at from events where merchant = $1 order by no',
      [seller.wallet],
    )
    expect(rows.map(({ no }) => Number(no))).toEqual(Array.from({ length: 450 }, (_, n) => n + 1))
    expect(rows.map(({ created_at }) => Number(created_at))).toEqual(rows.map((_, n) => n + 1))
  })

  test('error: a key that cannot be decrypted blocks no other event', async () => {
    const [broken, workingShop] = [await aSeller(app), await aSeller(app)]
    for (const seller of [broken, workingShop]) {
      await sell(seller, 'a', { webhook_url: url })
      await move(seller, 'a')
    }
    await app.ctx.db.query(
      `update developer_keys set sealed = set_byte(sealed, 20, 255 - get_byte(sealed, 20))
       where merchant = $1`,
      [broken.wallet],
    )
    expect(await publishAll()).toBe(2)
    expect(app.ctx.alerts.list()).toMatchObject([{ name: 'signing_secret_unreadable' }])
    expect(await deliveriesOf(broken)).toMatchObject([{ status: 'failed' }])
    expect(await deliveriesOf(workingShop)).toMatchObject([{ status: 'pending' }])
    expect(await feedOf(broken)).toHaveLength(1)
  })

  test('error: an invalid webhook URL blocks no other event', async () => {
    const [broken, workingShop] = [await aSeller(app), await aSeller(app)]
    for (const seller of [broken, workingShop]) {
      await sell(seller, 'a', { webhook_url: url })
      await move(seller, 'a')
    }
    await app.ctx.db.query(
      "update recorded_events set webhook_url = 'no address' where merchant = $1",
      [broken.wallet],
    )
    expect(await publishAll()).toBe(2)
    expect(app.ctx.alerts.list().map(({ name }) => name)).toContain('event_undeliverable')
    expect(await deliveriesOf(broken)).toEqual([])
    expect(await deliveriesOf(workingShop)).toMatchObject([{ status: 'pending' }])
    expect(await feedOf(broken)).toHaveLength(1)
  })

  test('error: publishes nothing when the transaction fails', async () => {
    const seller = await aSeller(app)
    await sell(seller, 'a', { webhook_url: url })
    await move(seller, 'a')
    const failing = {
      ...app.ctx.db,
      transaction: <Result>(work: (tx: typeof app.ctx.db) => Promise<Result>) =>
        app.ctx.db.transaction(async (tx) => {
          await work(tx as typeof app.ctx.db)
          throw new Error('gone')
        }),
    }
    await expect(
      publishEvents({ ...app.ctx, db: failing as never }, planDeliveries),
    ).rejects.toThrow('gone')
    expect(await feedOf(seller)).toEqual([])
    expect(await publishAll()).toBe(1)
    expect(await deliveriesOf(seller)).toHaveLength(1)
  })
})
