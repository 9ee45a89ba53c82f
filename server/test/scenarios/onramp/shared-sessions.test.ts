import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOnrampApp, type OnrampApp } from '../../fixtures/onramp/onramp-app.js'

let onramp: OnrampApp
beforeAll(async () => {
  onramp = await createOnrampApp()
})
afterAll(() => onramp.close())

test('behavior: callbacks about receipts that share a session never wait for each other', {
  tags: 'slow',
}, async () => {
  for (let round = 0; round < 10; round += 1) {
    onramp.stripe.shareId(`cos_shared_${round}`)
    const payments = [await onramp.start(), await onramp.start(), await onramp.start()]
    const responses = await Promise.all(
      payments.map(({ report }) => report('fulfillment_processing')),
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    for (const { buyer } of payments) {
      expect(await buyer.receipt()).toMatchObject({ isOnrampSessionUnique: false })
      expect(await buyer.view()).toMatchObject({ card: { status: 'processing' } })
    }
  }
  onramp.stripe.shareId(null)
  const { rows } = await onramp.ctx.db.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(rows[0]?.deadlocks).toBe('0')
})
