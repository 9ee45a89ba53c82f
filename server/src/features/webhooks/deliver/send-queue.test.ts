import { describe, expect, test } from 'vitest'
import { aTurn } from '../../../../test/fixtures/claimed-delivery.js'
import { knownAddress } from '../../../lib/hex.js'
import type { PostOutcome } from '../../../platform/outbound/post.js'
import { createSendQueue, type SendQueueOptions } from './send-queue.js'
import type { Turn } from './turn.js'

const fast: PostOutcome = { httpStatus: 200, error: null, durationMs: 5 }
const slow: PostOutcome = { httpStatus: null, error: 'timeout', durationMs: 5_000 }

/** A queue whose requests end when a test says so. */
function aQueue(limits: Partial<SendQueueOptions> = {}) {
  const running: { turn: Turn; end: (outcome: PostOutcome) => void }[] = []
  const released: Turn[] = []
  const queue = createSendQueue({
    send: (turn) => new Promise((end) => running.push({ turn, end })),
    onEnd: () => {},
    onRelease: (turns) => released.push(...turns),
    perRoute: 2,
    perSlowRoute: 1,
    perNewRoute: 2,
    inAll: 10,
    doubtfulInAll: 10,
    slowInAll: 2,
    doubtfulPerMerchant: 10,
    ahead: 4,
    ...limits,
  })
  const room = (route: string) => {
    const { wanted, limit } = queue.roomFor([route])
    return Math.min(limit, wanted[0]?.count ?? 0)
  }
  return {
    queue,
    running,
    released,
    room,
    push: (route: string, turn: Partial<Omit<Turn, 'delivery'>> = {}) =>
      queue.push(aTurn({ route, ...turn })),
    async end(outcome: PostOutcome) {
      running.shift()?.end(outcome)
      await new Promise(setImmediate)
    },
  }
}

describe('createSendQueue', () => {
  test('default', async () => {
    const { queue, running, push, end, room } = aQueue()
    expect(room('a')).toBe(2)
    push('a')
    push('a')
    expect(running).toHaveLength(2)
    expect(room('a')).toBe(0)
    expect(room('b')).toBe(2)
    await end(fast)
    await end(fast)
    expect(queue.size()).toBe(0)
  })

  test('behavior: second attempts have room of their own', () => {
    const { queue, running, push } = aQueue()
    push('a')
    push('a')
    push('a', { isRetry: true })
    expect(running).toHaveLength(3)
    expect(queue.roomForRetries().fullRoutes).toEqual([])
    push('a', { isRetry: true })
    expect(running).toHaveLength(4)
    expect(queue.roomForRetries().fullRoutes).toEqual(['a'])
  })

  test('behavior: a fast route has more kept ready, so many at a time are sent', async () => {
    const { queue, running, push, end, room } = aQueue()
    push('a')
    await end(fast)
    expect(room('a')).toBe(6)
    for (let count = 0; count < 6; count += 1) push('a')
    expect(running).toHaveLength(2)
    expect(queue.isLow('a')).toBe(false)
    await end(fast)
    await end(fast)
    expect(running).toHaveLength(2)
    expect(queue.isLow('a')).toBe(true)
    expect(queue.size()).toBe(4)
  })

  test('behavior: what was ready for a route that is slow now is given back', async () => {
    const { queue, running, released, push, end, room } = aQueue()
    push('a')
    await end(fast)
    for (let count = 0; count < 5; count += 1) push('a')
    await end(slow)
    expect(released).toHaveLength(3)
    expect(running).toHaveLength(1)
    expect(room('a')).toBe(0)
    await end(slow)
    expect(queue.size()).toBe(0)
    expect(room('a')).toBe(1)
  })

  test('behavior: slow routes together leave room for others', async () => {
    const { push, end, queue, room } = aQueue()
    for (const route of ['a', 'b', 'c']) push(route)
    for (let count = 0; count < 3; count += 1) await end(slow)
    const { wanted } = queue.roomFor(['a', 'b', 'c', 'd'])
    expect(wanted.filter(({ route }) => route !== 'd').map(({ count }) => count)).toEqual([1, 1])
    expect(wanted).toContainEqual({ route: 'd', count: 2, isForAll: false })
    // Who gets nothing this time does so another time.
    const served = [1, 2, 3].flatMap(() => queue.roomFor(['a', 'b', 'c']).wanted)
    expect(new Set(served.map(({ route }) => route))).toEqual(new Set(['a', 'b', 'c']))
    push('a')
    push('b')
    expect(room('c')).toBe(0)
    expect(room('d')).toBe(2)
  })

  test('behavior: so many in all', () => {
    const { push, queue } = aQueue({ inAll: 3 })
    for (const route of ['a', 'b', 'c']) push(route)
    expect(queue.roomFor(['d']).limit).toBe(0)
  })

  test('behavior: one that was never heard of gets few at a time', async () => {
    const { push, end, room } = aQueue({ perNewRoute: 1 })
    expect(room('a')).toBe(1)
    expect(push('a')).toBe(true)
    expect(push('a')).toBe(false)
    await end(fast)
    expect(room('a')).toBe(6)
  })

  test('behavior: routes that nobody knows never take all places', async () => {
    const { queue, push, end, room } = aQueue({ doubtfulInAll: 3 })
    push('known')
    await end(fast)
    for (const route of ['a', 'b', 'c']) push(route)
    expect(room('d')).toBe(0)
    expect(room('known')).toBe(6)
    expect(queue.roomFor(['known']).wanted).toEqual([{ route: 'known', count: 6, isForAll: true }])
  })

  test('behavior: nor does one merchant with many of them take all of theirs', async () => {
    const { queue, push, end } = aQueue({ doubtfulPerMerchant: 2 })
    const { merchant } = aTurn()
    const other = knownAddress(`0x${'2'.repeat(40)}`)
    expect(['a', 'b', 'c'].map((route) => push(route))).toEqual([true, true, false])
    expect(queue.roomFor(['d']).exceptMerchants).toEqual([merchant])
    expect(push('d', { merchant: other })).toBe(true)
    await end(slow)
    expect(queue.roomFor(['d']).exceptMerchants).toEqual([])
    expect(push('c')).toBe(true)
  })

  test('behavior: so many second attempts in all', () => {
    const { queue, push } = aQueue({ retriesInAll: 2 })
    push('a', { isRetry: true })
    expect(queue.roomForRetries().limit).toBe(1)
    push('b', { isRetry: true })
    expect(queue.roomForRetries().limit).toBe(0)
  })

  test('behavior: clear gives back what has not begun', async () => {
    const { queue, released, push, end } = aQueue()
    push('a')
    await end(fast)
    for (let count = 0; count < 5; count += 1) push('a')
    queue.clear()
    expect(released).toHaveLength(3)
    expect(queue.size()).toBe(2)
  })
})
