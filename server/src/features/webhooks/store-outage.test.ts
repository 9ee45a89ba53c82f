import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSeller } from '../../../test/fixtures/seller.js'
import { startReceiver } from '../../../test/fixtures/servers/webhook-receiver.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import type { Db } from '../../platform/db/db.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { createWebhookWorker } from './webhook-worker.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const leaseMs = 1_000
const receipts = ['a', 'b', 'c', 'd', 'e']
const statuses = ['link_opened', 'buyer_logged_in', 'checkout_initialized']

/** Makes the database unavailable while `isAway` returns true. Calls fail after a random delay. */
function thatMayBeAway(db: Db, isAway: () => boolean): Db {
  const orAway = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (!isAway()) return work()
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 150))
    throw new StoreUnavailable({ mayHaveCommitted: false })
  }
  return {
    ...db,
    query: (sql, params) => orAway(() => db.query(sql, params)),
    transaction: (work) => orAway(() => db.transaction(work)),
  }
}

test('behavior: a database outage longer than a lease causes repeated deliveries and loses none', {
  tags: 'slow',
}, async () => {
  let isAway = false
  const db = thatMayBeAway(app.ctx.db, () => isAway)
  const seller = await aSeller(app)
  const receiver = await startReceiver()
  const bill = { lineItems: [{ label: 'Tea', priceUsd: 4.5 }], totalUsd: 4.5 }
  for (const id of receipts) {
    await seller.post('/api/receipts', { id, ...bill, webhook_url: receiver.url })
    for (const status of statuses) {
      await seller.post('/api/receipts/status', { receiptId: id, status })
    }
  }

  const worker = createWebhookWorker(
    { ...app.ctx, db },
    {
      runner: { leaseMs },
      hook(point) {
        if (point === 'claimed' && receiver.received.length === 0) isAway = true
      },
    },
  )
  worker.start()
  await receiver.until(1)
  await new Promise((resolve) => setTimeout(resolve, 1.5 * leaseMs))
  isAway = false
  const all = receipts.flatMap((id) => statuses.map((status) => `${id} ${status}`))
  const arrived = () =>
    receiver.received.map(({ body }) => {
      const { receiptId, status } = JSON.parse(body)
      return `${receiptId} ${status}`
    })
  await expect.poll(() => new Set(arrived()).size).toBe(all.length)
  await worker.stop()
  await receiver.close()

  for (const id of receipts) {
    const ofOne = arrived().filter((line) => line.startsWith(`${id} `))
    const places = ofOne.map((line) => all.indexOf(line))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  }
  const { rows } = await app.ctx.db.query(
    `select status, count(*)::int from webhook_deliveries where merchant = $1 group by 1`,
    [seller.wallet],
  )
  expect(rows).toEqual([{ status: 'delivered', count: all.length }])
})
