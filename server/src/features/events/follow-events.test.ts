import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publish } from '../../../test/fixtures/event.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { followEvents } from './follow-events.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

/** A listener that takes so many events at once. */
function aListener() {
  const numbers: number[] = []
  let room = 0
  const response = {
    destroyed: false,
    writableEnded: false,
    get writableNeedDrain() {
      return room === 0
    },
    write(text: string) {
      numbers.push(Number(/^id: (\d+)/.exec(text)?.[1]))
      room -= 1
      return room > 0
    },
  } as unknown as ServerResponse
  return {
    response,
    numbers,
    take(count: number) {
      room = count
    },
  }
}

describe('followEvents', () => {
  test('behavior: whatever is taken at a time, everything is told once and in order', async () => {
    const merchant = aWallet()
    const count = 130
    await publish(ctx, { merchant, count })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: count }),
        fc.array(fc.integer({ min: 0, max: 70 }), { minLength: 1, maxLength: 20 }),
        async (after, rooms) => {
          const { response, numbers, take } = aListener()
          const follower = followEvents(ctx, { merchant, after, response })
          for (const room of [...rooms, ...Array(4).fill(1_000)]) {
            take(room)
            while (await follower.readOn(count)) expect(numbers.length).toBeLessThan(count)
          }
          const wanted = Array.from({ length: count - after }, (_, index) => after + index + 1)
          expect(numbers).toEqual(wanted)
        },
      ),
      { numRuns: 100 },
    )
  })

  test('behavior: who filled up while it was read for goes on later', async () => {
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
