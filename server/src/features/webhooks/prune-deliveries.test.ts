import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDelivery } from '../../../test/fixtures/delivery.js'
import { anEvent } from '../../../test/fixtures/event.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { DAY_MS, unixMs } from '../../lib/time.js'
import { insertEvents } from '../events/event-store.js'
import { pruneDeliveries, pruneEvents } from './prune-deliveries.js'

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
    const keptDeliveries = [
      await put(29),
      await put(40, { status: 'pending', attempts: [] }),
      await put(29, { status: 'delivered' }),
    ].map(({ delivery }) => delivery)
    await put(31)
    await put(40, { status: 'delivered' })
    expect(await run(AbortSignal.abort())).toEqual({ deleted: 0 })
    expect(await run()).toEqual({ deleted: 2 })
    expect((await idsIn('webhook_deliveries')).toSorted()).toEqual(
      keptDeliveries.map(({ id }) => id).toSorted(),
    )
    // The event of the pending delivery is old enough, but still needed.
    expect(await pruneEvents.run(ctx, new AbortController().signal)).toEqual({ deleted: 1 })
    expect(await idsIn('events')).toEqual(
      expect.arrayContaining(keptDeliveries.map(({ eventId }) => eventId)),
    )
  })

  test('behavior: deletes in batches', async () => {
    const { delivery } = await put(40)
    await ctx.db.query(
      `insert into webhook_deliveries (merchant, id, event_id, kind, url, extended_retries, status, queue,
         created_at, no, signed_at)
       select merchant, gen_random_uuid(), event_id, kind, url, false, 'failed', queue, created_at, no + n,
         signed_at
       from webhook_deliveries, generate_series(1, 1500) as n where id = $1`,
      [delivery.id],
    )
    expect(await run()).toEqual({ deleted: 1_501 })
  })
})

async function putEvents(ages: readonly number[], merchant = aWallet()) {
  const events = ages.map((days) =>
    anEvent(ctx, { merchant, createdAt: unixMs(ctx.now() - days * DAY_MS) }),
  )
  await insertEvents(ctx.db, events)
  return { merchant, events }
}

async function listRemaining(merchant: string): Promise<string[]> {
  const { rows } = await ctx.db.query<{ id: string }>(
    'select id from events where merchant = $1 order by no',
    [merchant],
  )
  return rows.map(({ id }) => id)
}

const prune = () => pruneEvents.run(ctx, new AbortController().signal)

describe('pruneEvents', () => {
  // Events of the other tests.
  beforeAll(prune)

  test('default', async () => {
    const { merchant, events } = await putEvents([40, 32, 29, 0])
    expect(await prune()).toEqual({ deleted: 2 })
    expect(await listRemaining(merchant)).toEqual(events.slice(2).map(({ id }) => id))
  })

  test('behavior: keeps an event with a delivery, even when the delivery is younger', async () => {
    const { merchant, events } = await putEvents([40, 40, 31.5])
    const [first, , third] = events
    for (const [event, days] of [
      [first, 40],
      [third, 30.9],
    ] as const) {
      await ctx.db.query(
        `insert into webhook_deliveries (merchant, id, event_id, kind, url, signature, extended_retries,
           status, queue, created_at, no, signed_at)
         values ($1, $2, $3, 'receipt.status_updated', 'https://a.test', 's', false, 'pending', 'l', $4, $5, $4)`,
        [merchant, randomUUID(), event?.id, ctx.now() - days * DAY_MS, Math.round(days)],
      )
    }
    expect(await prune()).toEqual({ deleted: 1 })
    expect(await listRemaining(merchant)).toEqual([first?.id, third?.id])
  })

  test('behavior: deletes in batches and stops when aborted', async () => {
    const { merchant } = await putEvents(Array(1_500).fill(40))
    const stopped = new AbortController()
    stopped.abort()
    expect(await pruneEvents.run(ctx, stopped.signal)).toEqual({ deleted: 0 })
    expect(await prune()).toEqual({ deleted: 1_500 })
    expect(await listRemaining(merchant)).toEqual([])
  })
})
