import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anEvent, publish } from '../../../test/fixtures/event.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext, testNow } from '../../../test/harness.js'
import { followEvents, formatEvent } from './event-watch.js'
import { describeEvent } from './routes.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

/** Returns a response that accepts a limited number of events at a time. */
function aListener() {
  const numbers: number[] = []
  let capacity = 0
  const response = {
    destroyed: false,
    writableEnded: false,
    get writableNeedDrain() {
      return capacity === 0
    },
    write(text: string) {
      numbers.push(Number(/^id: (\d+)/.exec(text)?.[1]))
      capacity -= 1
      return capacity > 0
    },
  } as unknown as ServerResponse
  return {
    response,
    numbers,
    take(count: number) {
      capacity = count
    },
  }
}

describe('followEvents', () => {
  test('behavior: sends everything once and in order, for any batch size', async () => {
    const merchant = aWallet()
    const count = 130
    await publish(ctx, { merchant, count })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: count }),
        fc.array(fc.integer({ min: 0, max: 70 }), { minLength: 1, maxLength: 20 }),
        async (after, capacities) => {
          const { response, numbers, take } = aListener()
          const follower = followEvents(ctx, { merchant, after, response })
          for (const capacity of [...capacities, ...Array(4).fill(1_000)]) {
            take(capacity)
            while (await follower.readOn(count)) expect(numbers.length).toBeLessThan(count)
          }
          const expectedIds = Array.from({ length: count - after }, (_, index) => after + index + 1)
          expect(numbers).toEqual(expectedIds)
        },
      ),
      { numRuns: 100 },
    )
  })

  test('behavior: sends every event when a batch of large ones ends early', async () => {
    const merchant = aWallet()
    await publish(ctx, { merchant, count: 5 })
    await ctx.db.query('update events set body = $2 where merchant = $1', [
      merchant,
      JSON.stringify({ event: 'receipt.status_updated', note: 'x'.repeat(300_000) }),
    ])
    const { response, numbers, take } = aListener()
    const follower = followEvents(ctx, { merchant, after: 0, response })
    take(1_000)
    while (await follower.readOn(5)) expect(numbers.length).toBeLessThan(5)
    expect(numbers).toEqual([1, 2, 3, 4, 5])
  })

  test('behavior: resumes after backpressure during a read', async () => {
    const merchant = aWallet()
    await publish(ctx, { merchant, count: 3 })
    const { response, numbers, take } = aListener()
    const follower = followEvents(ctx, { merchant, after: 0, response })
    take(1)
    const reading = follower.readOn(3)
    take(0)
    expect(await reading).toBe(false)
    expect(numbers).toEqual([])
    take(10)
    while (await follower.readOn(3)) expect(numbers.length).toBeLessThan(3)
    expect(numbers).toEqual([1, 2, 3])
  })
})

describe('formatEvent', () => {
  test('default', () => {
    const event = anEvent(
      { now: () => testNow },
      { merchant: aWallet(), id: 'e-1', body: '{"event":"x"}' },
    )
    expect(formatEvent({ ...event, no: 7 })).toBe(
      `id: 7\nevent: receipt.status_updated\ndata: {"id":"e-1","createdAt":${testNow},"event":"x"}\n\n`,
    )
  })

  test('behavior: writes three lines with the data of the feed, for any body', () => {
    fc.assert(
      fc.property(fc.json(), fc.string({ unit: 'binary' }), (json, text) => {
        const body = JSON.stringify({ event: 'x', text, value: JSON.parse(json) })
        const event = { ...anEvent({ now: () => testNow }, { merchant: aWallet(), body }), no: 3 }
        const lines = formatEvent(event).split(/\r\n|\r|\n/)
        expect(lines).toHaveLength(5)
        expect(lines.slice(3)).toEqual(['', ''])
        expect(JSON.parse(lines[2]?.slice('data: '.length) ?? '')).toEqual(describeEvent(event))
      }),
      { numRuns: 200 },
    )
  })
})
