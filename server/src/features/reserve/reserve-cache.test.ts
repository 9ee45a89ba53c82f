import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { AppError } from '../../lib/errors.js'
import { unixMs } from '../../lib/time.js'
import type { Reserve } from './reserve.js'
import { createReserveCache } from './reserve-cache.js'

const down = new AppError('chain_unavailable', 'The chain is not reachable.')

type Read = Promise<void> | null

function aCache() {
  const state = { now: 1_000_000, reads: 0, error: null as Error | null, pendingRead: null as Read }
  const now = () => unixMs(state.now)
  const cache = createReserveCache(
    { now },
    async (): Promise<Reserve> => {
      state.reads += 1
      if (state.error) throw state.error
      await state.pendingRead
      return { readAt: now(), holdings: [], isComplete: true }
    },
    20,
  )
  return { state, cache }
}

describe('createReserveCache', () => {
  test('default: reads again after 30 seconds', async () => {
    const { state, cache } = aCache()
    const merchant = aWallet()
    const first = await cache.get(merchant)
    state.now += 29_999
    expect(await cache.get(merchant)).toBe(first)
    state.now += 1
    expect((await cache.get(merchant)).readAt).toBe(1_030_000)
    expect(state.reads).toBe(2)
  })

  test('behavior: concurrent calls share one read, each merchant has its own', async () => {
    const { state, cache } = aCache()
    const merchant = aWallet()
    const all = await Promise.all([1, 2, 3].map(() => cache.get(merchant)))
    expect([state.reads, new Set(all).size]).toEqual([1, 1])
    await cache.get(aWallet())
    expect(state.reads).toBe(2)
  })

  test('behavior: returns the last reserve while the chain is unavailable, and retries after 5 seconds', async () => {
    const { state, cache } = aCache()
    const merchant = aWallet()
    await cache.get(merchant)
    state.error = down
    state.now += 60_000
    expect((await cache.get(merchant)).readAt).toBe(1_000_000)
    expect((await cache.get(merchant)).readAt).toBe(1_000_000)
    expect(state.reads).toBe(2)
    state.error = null
    state.now += 5_000
    expect((await cache.get(merchant)).readAt).toBe(1_065_000)
  })

  test('behavior: returns the last reserve while the chain does not respond, and the new one after', async () => {
    const { state, cache } = aCache()
    const merchant = aWallet()
    await cache.get(merchant)
    let finishRead = () => {}
    state.pendingRead = new Promise((resolve) => {
      finishRead = resolve
    })
    state.now += 60_000
    for (let count = 0; count < 3; count += 1) {
      expect((await cache.get(merchant)).readAt).toBe(1_000_000)
    }
    expect(state.reads).toBe(2)
    finishRead()
    await expect.poll(async () => (await cache.get(merchant)).readAt).toBe(1_060_000)
  })

  test('behavior: keeps 1,000 merchants', async () => {
    const { state, cache } = aCache()
    const merchants = Array.from({ length: 1_001 }, () => aWallet())
    for (const merchant of merchants) await cache.get(merchant)
    await cache.get(merchants[1_000] as never)
    expect(state.reads).toBe(1_001)
    await cache.get(merchants[0] as never)
    expect(state.reads).toBe(1_002)
  })

  test('error: propagates errors, and the chain’s without a reserve', async () => {
    const { state, cache } = aCache()
    const merchant = aWallet()
    state.error = down
    await expect(cache.get(merchant)).rejects.toBe(down)
    state.error = null
    await cache.get(merchant)
    state.error = new TypeError('a bug')
    state.now += 30_000
    await expect(cache.get(merchant)).rejects.toThrow(TypeError)
  })
})
