import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDelivery } from '../../../test/fixtures/delivery.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { DAY_MS, unixMs } from '../../lib/time.js'
import { pruneEvents } from '../events/prune-events.js'
import { pruneDeliveries } from './prune-deliveries.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const merchant = aWallet()
const put = (days: number, fields: Partial<Parameters<typeof aDelivery>[1]> = {}) =>
  aDelivery(ctx, { merchant, createdAt: unixMs(ctx.now() - days * DAY_MS), ...fields })

const idsIn = async (table: string) =>
  (await ctx.db.query<{ id: string }>(`select id from ${table}`)).rows.map(({ id }) => id)

const run = (signal = new AbortController().signal) => pruneDeliveries.run(ctx, signal)

describe('pruneDeliveries', () => {
  test('default', async () => {
    const kept = [
      await put(29),
      await put(40, { status: 'pending', attempts: [] }),
      await put(29, { status: 'delivered' }),
    ].map(({ delivery }) => delivery)
    await put(31)
    await put(40, { status: 'delivered' })
    expect(await run(AbortSignal.abort())).toEqual({ deleted: 0 })
    expect(await run()).toEqual({ deleted: 2 })
    expect((await idsIn('webhook_deliveries')).toSorted()).toEqual(
      kept.map(({ id }) => id).toSorted(),
    )
    // The event of the pending delivery is old enough, but still needed.
    expect(await pruneEvents.run(ctx, new AbortController().signal)).toEqual({ deleted: 1 })
    expect(await idsIn('events')).toEqual(
      expect.arrayContaining(kept.map(({ eventId }) => eventId)),
    )
  })

  test('behavior: deletes in batches', async () => {
    const { delivery } = await put(40)
    await ctx.db.query(
      `insert into webhook_deliveries (merchant, id, event_id, kind, url, extended_retries, status, queue,
         created_at, no)
       select merchant, gen_random_uuid(), event_id, kind, url, false, 'failed', queue, created_at, no + n
       from webhook_deliveries, generate_series(1, 1500) as n where id = $1`,
      [delivery.id],
    )
    expect(await run()).toEqual({ deleted: 1_501 })
  })
})
