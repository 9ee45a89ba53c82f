import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext, testNow } from '../../../test/harness.js'
import { readClock } from '../../platform/clock/clock-store.js'
import { createSandboxClock } from '../../platform/clock/sandbox-clock.js'
import { findFreePort } from '../../platform/free-port.js'
import { advanceClock } from './advance-clock.js'

const dayMs = 86_400_000

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

/** A sandbox with the clock offset of the database. */
async function aSandbox({ anvilUrl = null }: { anvilUrl?: string | null } = {}) {
  const clock = createSandboxClock(() => testNow)
  await clock.reload(ctx.db)
  return { clock, anvilUrl }
}

describe('advanceClock', () => {
  test('default: works without a chain', async () => {
    const sandbox = await aSandbox()
    const before = sandbox.clock.now()
    const now = await advanceClock(ctx, { sandbox, advanceMs: dayMs })
    expect(now).toBe(before + dayMs)
    expect(sandbox.clock.now()).toBe(now)
    expect(testNow + (await readClock(ctx.db)).aheadMs).toBe(now)
  })

  test('error: advances nothing when the chain does not respond', async () => {
    const anvilUrl = `http://127.0.0.1:${await findFreePort()}`
    const sandbox = await aSandbox({ anvilUrl })
    const before = sandbox.clock.now()
    const turning = advanceClock(ctx, { sandbox, advanceMs: dayMs })
    await expect(turning).rejects.toMatchObject({ code: 'chain_unavailable' })
    expect(sandbox.clock.now()).toBe(before)
    expect(testNow + (await readClock(ctx.db)).aheadMs).toBe(before)
  })

  test('error: rejects more than ten years in total', async () => {
    const sandbox = await aSandbox()
    const room = 3_660 * dayMs - sandbox.clock.aheadMs()
    const before = sandbox.clock.now()
    const tooFar = advanceClock(ctx, { sandbox, advanceMs: room + 1 })
    await expect(tooFar).rejects.toMatchObject({ code: 'invalid_input' })
    expect(sandbox.clock.now()).toBe(before)
    expect(await advanceClock(ctx, { sandbox, advanceMs: room })).toBe(before + room)
  })
})
