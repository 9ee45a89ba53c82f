import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/harness.js'
import { createContractChecks } from './contract-checks.js'
import { createLimiter, type Limiter } from './limits/limiter.js'
import { createNetworkHash } from './network-hash.js'

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

const liveChecks = () => {
  const config = { ...ctx.config, mode: 'live' as const }
  const hashNetwork = createNetworkHash(config)
  return createContractChecks({ ...ctx, config }, { limiter, hashNetwork })
}

describe('createContractChecks', () => {
  test('default', async () => {
    const run = liveChecks().forAddress('192.0.2.1')
    expect(await run(async () => 'valid')).toBe('valid')
    await expect(run(() => Promise.reject(new Error('no node')))).rejects.toThrow('no node')
  })

  test('error: limits the checks of a network address per minute', async () => {
    const checks = liveChecks()
    for (let count = 0; count < 10; count += 1) {
      // Addresses of one /64 network count together.
      await checks.forAddress(`2001:db8::${count}`)(async () => true)
    }
    let checked = false
    const next = checks.forAddress('2001:db8::ffff')(async () => {
      checked = true
    })
    await expect(next).rejects.toMatchObject({
      code: 'rate_limited',
      fields: { limit: 'contract-signatures', resetAt: expect.any(Number) },
    })
    expect(checked).toBe(false)
    expect(await checks.forAddress('2001:db8:1::1')(async () => true)).toBe(true)
  })

  test('error: a network address with slow checks may queue only a few', async () => {
    const checks = liveChecks()
    const hoarder = checks.forAddress('192.0.2.66')
    const finishers: (() => void)[] = []
    const slow = () => hoarder(() => new Promise<void>((resolve) => finishers.push(resolve)))
    const running = Array.from({ length: 7 }, slow)
    await expect(slow()).rejects.toMatchObject({
      code: 'rate_limited',
      fields: { limit: 'waiting-signatures' },
    })
    expect(finishers).toHaveLength(4)
    let isDone = false
    const honest = checks.forAddress('192.0.2.1')(async () => {
      isDone = true
      return 'valid'
    })
    const all = Promise.all([...running, honest])
    while (finishers.length > 0 || !isDone) {
      finishers.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await all).at(-1)).toBe('valid')
  })
})
