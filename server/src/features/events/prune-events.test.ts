import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anEvent } from '../../../test/fixtures/event.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { DAY_MS, unixMs } from '../../lib/time.js'
import { insertEvents } from './event-store.js'
import { pruneEvents } from './prune-events.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

async function put(ages: readonly number[], merchant = aWallet()) {
  const events = ages.map((days) =>
    anEvent(ctx, { merchant, createdAt: unixMs(ctx.now() - days * DAY_MS) }),
  )
  await insertEvents(ctx.db, events)
  return { merchant, events }
}

async function left(merchant: string): Promise<string[]> {
  const { rows } = await ctx.db.query<{ id: string }>(
    'select id from events where merchant = $1 order by no',
    [merchant],
  )
  return rows.map(({ id }) => id)
}

const run = () => pruneEvents.run(ctx, new AbortController().signal)

describe('pruneEvents', () => {
  test('default', async () => {
    const { merchant, events } = await put([40, 32, 29, 0])
    expect(await run()).toEqual({ deleted: 2 })
    expect(await left(merchant)).toEqual(events.slice(2).map(({ id }) => id))
  })

  test('behavior: keeps an event with a delivery, even when the delivery is younger', async () => {
    const { merchant, events } = await put([40, 40, 31.5])
    const [first, , third] = events
    for (const [event, days] of [
      [first, 40],
      [third, 30.9],
    ] as const) {
      await ctx.db.query(
        `insert into webhook_deliveries (merchant, id, event_id, kind, url, signature, extended_retries,
           status, queue, created_at, no)
         values ($1, $2, $3, 'receipt.status_updated', 'https://a.test', 's', false, 'pending', 'l', $4, $5)`,
        [merchant, randomUUID(), event?.id, ctx.now() - days * DAY_MS, Math.round(days)],
      )
    }
    expect(await run()).toEqual({ deleted: 1 })
    expect(await left(merchant)).toEqual([first?.id, third?.id])
  })

  test('behavior: deletes in batches and stops when aborted', async () => {
    const { merchant } = await put(Array(1_500).fill(40))
    const stopped = new AbortController()
    stopped.abort()
    expect(await pruneEvents.run(ctx, stopped.signal)).toEqual({ deleted: 0 })
    expect(await run()).toEqual({ deleted: 1_500 })
    expect(await left(merchant)).toEqual([])
  })
})
