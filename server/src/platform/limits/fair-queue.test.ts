import { describe, expect, test } from 'vitest'
import { unixMs } from '../../lib/time.js'
import { createFairQueue } from './fair-queue.js'
import { createLimits } from './limit-settings.js'

const config = { mode: 'live', limits: createLimits() } as const
const ctx = { now: () => unixMs(1_000), config }

/** A queue of one at a time, and work that waits for the test to finish it. */
function aQueue({ atOnce = 1 }: { atOnce?: number | (() => number) } = {}) {
  const queue = createFairQueue(ctx, { limit: 'waiting-prints', atOnce, retryAfterMs: 500 })
  const started: string[] = []
  const finishers: (() => void)[] = []
  const add = (network: string, name: string) =>
    queue.run(network, () => {
      started.push(name)
      return new Promise<string>((resolve) => finishers.push(() => resolve(name)))
    })
  /** Finishes the oldest running work and lets the next one start. */
  const finish = async () => {
    finishers.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { queue, started, add, finish }
}

describe('createFairQueue', () => {
  test('default', async () => {
    const { queue, add, finish } = aQueue()
    expect(queue.isIdle()).toBe(true)
    const result = add('a', 'a1')
    expect(queue.isIdle()).toBe(false)
    await finish()
    await finish()
    expect(await result).toBe('a1')
    expect(queue.isIdle()).toBe(true)
  })

  test('behavior: network addresses take turns', async () => {
    const { started, add, finish } = aQueue()
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) void add(name.charAt(0), name)
    for (let count = 0; count < 7; count += 1) await finish()
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'c2'])
  })

  test('behavior: runs no more than its number at once', async () => {
    const { started, add, finish } = aQueue({ atOnce: 2 })
    for (const name of ['a1', 'b1', 'c1', 'd1']) void add(name.charAt(0), name)
    await Promise.resolve()
    expect(started).toEqual(['a1', 'b1'])
    await finish()
    expect(started).toEqual(['a1', 'b1', 'c1'])
  })

  test('behavior: the number at once may change while work waits', async () => {
    let places = 1
    const { started, add, finish } = aQueue({ atOnce: () => places })
    for (const name of ['a1', 'b1', 'c1', 'd1', 'e1', 'f1']) void add(name.charAt(0), name)
    await Promise.resolve()
    expect(started).toEqual(['a1'])
    places = 3
    await finish()
    expect(started).toEqual(['a1', 'b1', 'c1', 'd1'])
    places = 1
    await finish()
    await finish()
    expect(started).toHaveLength(4)
    await finish()
    expect(started).toEqual(['a1', 'b1', 'c1', 'd1', 'e1'])
  })

  test('behavior: a full queue gives a newcomer the last place of the address that has most', async () => {
    const { started, add, finish } = aQueue()
    const names = ['a0', 'a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'd1', 'd2']
    const waiting = names.map((name) => add(name.charAt(0), name).catch(({ code }) => code))
    const newcomer = add('e', 'e1')
    expect(await waiting[2]).toBe('rate_limited')
    await expect(add('e', 'e2')).rejects.toMatchObject({ fields: { limit: 'waiting-prints' } })
    for (let count = 0; count < 10; count += 1) await finish()
    expect(await newcomer).toBe('e1')
    expect(started).not.toContain('a2')
  })

  test('behavior: goes on after work that failed', async () => {
    const { queue, started, add } = aQueue()
    const failed = queue.run('a', () => Promise.reject(new Error('out of paper')))
    void add('b', 'b1')
    await expect(failed).rejects.toThrow('out of paper')
    await Promise.resolve()
    expect(started).toEqual(['b1'])
  })

  test('error: an address that fills its part leaves room for the others', async () => {
    const { add } = aQueue()
    for (const name of ['a1', 'a2', 'a3']) add('a', name).catch(() => {})
    await expect(add('a', 'a4')).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('per network address'),
      fields: { limit: 'waiting-prints', resetAt: 1_500 },
      retryAfterMs: 500,
    })
    for (const network of ['b', 'c', 'd', 'e', 'f', 'g', 'h']) void add(network, network)
    // Every address has one place by now.
    await expect(add('i', 'i1')).rejects.toMatchObject({
      code: 'rate_limited',
      fields: { limit: 'waiting-prints', resetAt: 1_500 },
    })
  })

  test('behavior: the networks of one site of IPv6 share its turns and its places', async () => {
    const { started, add, finish } = aQueue()
    void add('running', 'running')
    const site = ['a/site', 'b/site', 'c/site'].map((network) =>
      add(network, network).catch(({ code }) => code),
    )
    void add('d', 'd')
    expect(await site[2]).toBe('rate_limited')
    for (let count = 0; count < 4; count += 1) await finish()
    expect(started).toEqual(['running', 'a/site', 'd', 'b/site'])
  })
})
