import { describe, expect, test } from 'vitest'
import { aClaimedDelivery } from '../../../../test/fixtures/claimed-delivery.js'
import { knownAddress } from '../../../lib/hex.js'
import type { PostOutcome } from '../../../platform/outbound/post.js'
import type { ClaimedDelivery } from './claimed-delivery.js'
import { createSendQueue, type SendQueueOptions } from './send-queue.js'

const fast: PostOutcome = { httpStatus: 200, error: null, durationMs: 5 }
const slow: PostOutcome = { httpStatus: null, error: 'timeout', durationMs: 5_000 }

/** Returns a queue whose requests end when the test ends them. */
function aQueue(limits: Partial<SendQueueOptions> = {}) {
  const running: { claimed: ClaimedDelivery; end: (outcome: PostOutcome) => void }[] = []
  const released: ClaimedDelivery[] = []
  const queue = createSendQueue({
    send: (claimed) => new Promise((end) => running.push({ claimed, end })),
    onEnd: () => {},
    onRelease: (deliveries) => released.push(...deliveries),
    perRoute: 2,
    perSlowRoute: 1,
    perNewRoute: 2,
    maxFirstAttempts: 10,
    maxUnverified: 10,
    maxSlow: 2,
    maxUnverifiedPerMerchant: 10,
    prefetch: 4,
    ...limits,
  })
  const capacity = (route: string) => {
    const { routes, limit } = queue.capacityFor([route])
    return Math.min(limit, routes[0]?.count ?? 0)
  }
  return {
    queue,
    running,
    released,
    capacity,
    push: (route: string, fields: Partial<Omit<ClaimedDelivery, 'delivery'>> = {}) =>
      queue.push(aClaimedDelivery({ route, ...fields })),
    async end(outcome: PostOutcome) {
      running.shift()?.end(outcome)
      await new Promise(setImmediate)
    },
  }
}

describe('createSendQueue', () => {
  test('default', async () => {
    const { queue, running, push, end, capacity } = aQueue()
    expect(capacity('a')).toBe(2)
    push('a')
    push('a')
    expect(running).toHaveLength(2)
    expect(capacity('a')).toBe(0)
    expect(capacity('b')).toBe(2)
    await end(fast)
    await end(fast)
    expect(queue.size()).toBe(0)
  })

  test('behavior: retries have slots of their own', () => {
    const { queue, running, push } = aQueue()
    push('a')
    push('a')
    push('a', { isRetry: true })
    expect(running).toHaveLength(3)
    expect(queue.retryCapacity().fullRoutes).toEqual([])
    push('a', { isRetry: true })
    expect(running).toHaveLength(4)
    expect(queue.retryCapacity().fullRoutes).toEqual(['a'])
  })

  test('behavior: claims ahead for a fast route and limits concurrent requests', async () => {
    const { queue, running, push, end, capacity } = aQueue()
    push('a')
    await end(fast)
    expect(capacity('a')).toBe(6)
    for (let count = 0; count < 6; count += 1) push('a')
    expect(running).toHaveLength(2)
    expect(queue.isLow('a')).toBe(false)
    await end(fast)
    await end(fast)
    expect(running).toHaveLength(2)
    expect(queue.isLow('a')).toBe(true)
    expect(queue.size()).toBe(4)
  })

  test('behavior: releases waiting deliveries when a route becomes slow', async () => {
    const { queue, running, released, push, end, capacity } = aQueue()
    push('a')
    await end(fast)
    for (let count = 0; count < 5; count += 1) push('a')
    await end(slow)
    expect(released).toHaveLength(3)
    expect(running).toHaveLength(1)
    expect(capacity('a')).toBe(0)
    await end(slow)
    expect(queue.size()).toBe(0)
    expect(capacity('a')).toBe(1)
  })

  test('behavior: slow routes together leave capacity for other routes', async () => {
    const { push, end, queue, capacity } = aQueue()
    for (const route of ['a', 'b', 'c']) push(route)
    for (let count = 0; count < 3; count += 1) await end(slow)
    const { routes } = queue.capacityFor(['a', 'b', 'c', 'd'])
    expect(routes.filter(({ route }) => route !== 'd').map(({ count }) => count)).toEqual([1, 1])
    expect(routes).toContainEqual({ route: 'd', count: 2, isForAll: false })
    // A route without capacity in one round gets some in another.
    const served = [1, 2, 3].flatMap(() => queue.capacityFor(['a', 'b', 'c']).routes)
    expect(new Set(served.map(({ route }) => route))).toEqual(new Set(['a', 'b', 'c']))
    push('a')
    push('b')
    expect(capacity('c')).toBe(0)
    expect(capacity('d')).toBe(2)
  })

  test('behavior: limits first attempts in total', () => {
    const { push, queue } = aQueue({ maxFirstAttempts: 3 })
    for (const route of ['a', 'b', 'c']) push(route)
    expect(queue.capacityFor(['d']).limit).toBe(0)
  })

  test('behavior: limits requests on a route without a known pace', async () => {
    const { push, end, capacity } = aQueue({ perNewRoute: 1 })
    expect(capacity('a')).toBe(1)
    expect(push('a')).toBe(true)
    expect(push('a')).toBe(false)
    await end(fast)
    expect(capacity('a')).toBe(6)
  })

  test('behavior: unverified routes never take all slots', async () => {
    const { queue, push, end, capacity } = aQueue({ maxUnverified: 3 })
    push('known')
    await end(fast)
    for (const route of ['a', 'b', 'c']) push(route)
    expect(capacity('d')).toBe(0)
    expect(capacity('known')).toBe(6)
    expect(queue.capacityFor(['known']).routes).toEqual([
      { route: 'known', count: 6, isForAll: true },
    ])
  })

  test('behavior: one merchant never takes all slots of unverified routes', async () => {
    const { queue, push, end } = aQueue({ maxUnverifiedPerMerchant: 2 })
    const { merchant } = aClaimedDelivery()
    const other = knownAddress(`0x${'2'.repeat(40)}`)
    expect(['a', 'b', 'c'].map((route) => push(route))).toEqual([true, true, false])
    expect(queue.capacityFor(['d']).exceptMerchants).toEqual([merchant])
    expect(push('d', { merchant: other })).toBe(true)
    await end(slow)
    expect(queue.capacityFor(['d']).exceptMerchants).toEqual([])
    expect(push('c')).toBe(true)
  })

  test('behavior: limits retries in total', () => {
    const { queue, push } = aQueue({ maxRetries: 2 })
    push('a', { isRetry: true })
    expect(queue.retryCapacity().limit).toBe(1)
    push('b', { isRetry: true })
    expect(queue.retryCapacity().limit).toBe(0)
  })

  test('behavior: clear releases deliveries that are not being sent', async () => {
    const { queue, released, push, end } = aQueue()
    push('a')
    await end(fast)
    for (let count = 0; count < 5; count += 1) push('a')
    queue.clear()
    expect(released).toHaveLength(3)
    expect(queue.size()).toBe(2)
  })
})
