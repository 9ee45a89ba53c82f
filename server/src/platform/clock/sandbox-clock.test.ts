import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { unixMs } from '../../lib/time.js'
import { createSandboxClock } from './sandbox-clock.js'

const hourMs = 3_600_000
const realNow = () => unixMs(1_000_000)
const doNothing = async () => {}

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())
beforeEach(() => ctx.db.query('delete from sandbox_clock'))

const advance = (clock: ReturnType<typeof createSandboxClock>, beforeCommit = doNothing) =>
  clock.advance(ctx.db, { advanceMs: hourMs, beforeCommit })

describe('createSandboxClock', () => {
  test('default', async () => {
    const clock = createSandboxClock(realNow)
    expect(clock.now()).toBe(1_000_000)
    await clock.reload(ctx.db)
    expect([clock.now(), clock.aheadMs()]).toEqual([1_000_000, 0])

    await advance(clock)
    await advance(clock)
    expect([clock.now(), clock.aheadMs()]).toEqual([1_000_000 + 2 * hourMs, 2 * hourMs])
  })

  test('behavior: keeps the offset for restarts and other processes', async () => {
    await advance(createSandboxClock(realNow))
    const other = createSandboxClock(realNow)
    expect(other.aheadMs()).toBe(0)
    await other.reload(ctx.db)
    expect(other.aheadMs()).toBe(hourMs)
  })

  test('behavior: never goes back, whatever the database returns', async () => {
    const clock = createSandboxClock(realNow)
    await advance(clock)
    await ctx.db.query('delete from sandbox_clock')
    await clock.reload(ctx.db)
    expect(clock.aheadMs()).toBe(hourMs)
  })

  test('behavior: a reset returns every process to real time', async () => {
    const [clock, other] = [createSandboxClock(realNow), createSandboxClock(realNow)]
    await advance(clock)
    await other.reload(ctx.db)
    await clock.reset(ctx.db, { beforeCommit: doNothing })
    expect(clock.aheadMs()).toBe(0)
    await other.reload(ctx.db)
    expect(other.aheadMs()).toBe(0)

    await advance(other)
    await clock.reload(ctx.db)
    expect(clock.aheadMs()).toBe(hourMs)
  })

  test('behavior: concurrent advances in several processes end with the sum', async () => {
    const clocks = Array.from({ length: 4 }, () => createSandboxClock(realNow))
    const advancedTo: number[] = []
    await Promise.all(
      clocks.map((clock) => clock.advance(ctx.db, { advanceMs: hourMs, beforeCommit: record })),
    )
    async function record(now: number) {
      // Long enough for the others to overtake if they could.
      await new Promise((resolve) => setTimeout(resolve, 20 - 5 * advancedTo.length))
      advancedTo.push(now - 1_000_000)
    }
    expect(advancedTo).toEqual([1, 2, 3, 4].map((hours) => hours * hourMs))
  })

  test('error: changes nothing when beforeCommit fails', async () => {
    const clock = createSandboxClock(realNow)
    const failing = advance(clock, () => Promise.reject(new Error('away')))
    await expect(failing).rejects.toThrow('away')
    expect(clock.aheadMs()).toBe(0)
    await clock.reload(ctx.db)
    expect(clock.aheadMs()).toBe(0)
  })
})
