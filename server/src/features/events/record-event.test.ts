import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import type { Address } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import { publishEvents } from './publish-events.js'
import { recordEvent } from './record-event.js'
import { listEventPage } from './routes.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const record = (db: Parameters<typeof recordEvent>[0]['db'], merchant: Address, n = 1) =>
  recordEvent(
    { ...ctx, db },
    {
      merchant,
      kind: 'receipt.status_updated',
      subject: { receiptId: 'r-1' },
      data: { n },
      createdAt: unixMs(n),
    },
  )

const publish = () => publishEvents(ctx, async () => {})
const feedOf = async (merchant: Address) =>
  (await listEventPage(ctx, { merchant, after: 0, limit: 100 })).events

describe('recordEvent', () => {
  test('default', async () => {
    const merchant = aWallet()
    await ctx.db.transaction((tx) => record(tx, merchant))
    expect(await feedOf(merchant)).toEqual([])
    await publish()
    expect(await feedOf(merchant)).toEqual([
      {
        merchant,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        no: 1,
        kind: 'receipt.status_updated',
        receiptId: 'r-1',
        body: '{"event":"receipt.status_updated","n":1}',
        createdAt: 1,
      },
    ])
  })

  test('behavior: events are published in the order they were recorded', async () => {
    const merchant = aWallet()
    for (const n of [3, 1, 2]) await ctx.db.transaction((tx) => record(tx, merchant, n))
    await publish()
    expect((await feedOf(merchant)).map(({ createdAt }) => createdAt)).toEqual([3, 1, 2])
  })

  test('behavior: wakes the publisher when the transaction commits', async () => {
    let wakes = 0
    const stop = ctx.wakeups.listen('recorded-events', () => {
      wakes += 1
    })
    await ctx.db.transaction(async (tx) => {
      await record(tx, aWallet())
      expect(wakes).toBe(0)
    })
    expect(wakes).toBe(1)
    stop()
    await publish()
  })

  test('error: records nothing when the transaction rolls back', async () => {
    const failing = ctx.db.transaction(async (tx) => {
      await record(tx, aWallet())
      throw new Error('gone')
    })
    await expect(failing).rejects.toThrow('gone')
    expect(await publish()).toEqual({ published: 0, hasMore: false })
  })
})
