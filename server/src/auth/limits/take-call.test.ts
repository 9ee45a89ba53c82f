import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { createLimits } from '../../platform/limits/limit-settings.js'
import { createLimiter, type Limiter } from './limiter.js'
import { callsExceeded, giveBackCall, takeCall } from './take-call.js'

let ctx: TestContext
let limiter: Limiter
beforeAll(async () => {
  ctx = await createTestContext()
  limiter = createLimiter(ctx)
})
afterAll(async () => {
  await limiter.close()
  await ctx.close()
})

const live = { mode: 'live', limits: createLimits() } as const
const take = (keys: Parameters<typeof takeCall>[2], agreed = {}) =>
  takeCall({ limiter, config: live }, 'person-calls', keys, agreed)

describe('takeCall', () => {
  test('default: counts for every owner and returns the smallest', async () => {
    const keys = { network: '192.0.2.1', person: aWallet() }
    const takenCall = await take(keys)
    expect(takenCall).toMatchObject({ limit: 'person-calls', owner: 'person' })
    expect(takenCall.budget).toMatchObject({ limit: 600, remaining: 599 })
    const ofNetwork = await take({ network: keys.network })
    expect(ofNetwork.budget).toMatchObject({ limit: 3_000, remaining: 2_998 })
  })

  test('behavior: throwaway wallets share the budget of their network address', async () => {
    const network = '192.0.2.2'
    const agreed = { network: 2 }
    for (const isExceeded of [false, false, true]) {
      const takenCall = await take({ person: aWallet(), network }, agreed)
      expect(takenCall.budget.isExceeded).toBe(isExceeded)
      expect(takenCall.owner).toBe(isExceeded ? 'network' : 'person')
    }
  })

  test('behavior: an exceeded owner takes nothing from the larger ones', async () => {
    const keys = { person: aWallet(), network: '192.0.2.3' }
    await take(keys, { person: 1 })
    expect(await take(keys, { person: 1 })).toMatchObject({ owner: 'person' })
    const ofNetwork = await take({ network: keys.network })
    expect(ofNetwork.budget.remaining).toBe(2_998)
  })

  test('behavior: a sandbox allows network addresses more', async () => {
    const takenCall = await takeCall({ limiter, config: { ...live, mode: 'sandbox' } }, 'portal', {
      network: '192.0.2.4',
    })
    expect(takenCall.budget.limit).toBe(12_000)
  })

  test('behavior: a count per process needs no database', () => {
    const local = createLimiter({ ...ctx, db: null as never })
    const counting = { limiter: local, config: live }
    const keys = { network: '192.0.2.5' }
    expect(takeCall(counting, 'health', keys)).toMatchObject({
      owner: 'network',
      budget: { limit: 6_000, remaining: 5_999, isExceeded: false },
    })
    giveBackCall(counting, 'health', keys)
    expect(takeCall(counting, 'health', keys)).toMatchObject({ budget: { remaining: 5_999 } })
  })

  test('error: names the limit and when it resets', async () => {
    const keys = { person: aWallet() }
    await take(keys, { person: 1 })
    const takenCall = await take(keys, { person: 1 })
    expect(callsExceeded(takenCall)).toMatchObject({
      code: 'rate_limited',
      fields: { limit: 'person-calls', resetAt: takenCall.budget.resetAt },
      retryAfterMs: takenCall.budget.resetInMs,
    })
  })
})
