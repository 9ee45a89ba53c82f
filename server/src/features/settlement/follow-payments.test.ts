import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import type { Hash } from '../../lib/hex.js'
import type { Block } from '../../platform/chain/chain.js'
import { LostLease } from '../../platform/jobs/isolate.js'
import { followPayments, type WatchTimes } from './follow-payments.js'
import type { Round } from './round.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const never = 3_600_000
const idle: Partial<WatchTimes> = {
  pollMs: 5,
  idlePollMs: 5,
  activeForMs: 0,
  roundMs: never,
  idleRoundMs: never,
}
const nothing: Round = { foundCount: 0, settled: 0, isBehind: false, hasMore: false }

type State = {
  hash: string
  looks: number
  /** The latest block passed to each round. */
  rounds: (string | null)[]
  failures: number
  isAway: boolean
}

/** A fake chain and watcher that count their calls. */
function start(times: Partial<WatchTimes>, runRound = async (): Promise<Round> => nothing): State {
  const state = {
    hash: '0xa',
    looks: 0,
    rounds: [] as (string | null)[],
    failures: 0,
    isAway: false,
  }
  const stopping = new AbortController()
  const ended = followPayments(ctx, {
    times: { ...idle, ...times },
    signal: stopping.signal,
    chain: {
      async findBlock() {
        state.looks += 1
        if (state.isAway) throw new Error('no node responds')
        const hash = state.hash as Hash
        return { number: 7n, hash, parentHash: hash, timestampSeconds: 1n } satisfies Block
      },
    },
    watcher: {
      runRound(_signal, latest) {
        state.rounds.push(latest?.hash ?? null)
        return runRound()
      },
    },
    onFailure() {
      state.failures += 1
    },
  })
  stop = async () => {
    stopping.abort()
    return ended
  }
  return state
}

let stop: () => Promise<{ found: number }> = async () => ({ found: 0 })
afterEach(() => stop())

const looks = async (state: { looks: number }, count: number) => {
  const until = state.looks + count
  await expect.poll(() => state.looks, { interval: 2 }).toBeGreaterThan(until)
}

describe('followPayments', () => {
  test('default: runs one round, then reads only the latest block', async () => {
    const state = start({})
    await looks(state, 10)
    expect(state.rounds).toEqual(['0xa'])
  })

  test('behavior: runs a round for a new block, and for another block with the same number', async () => {
    const state = start({})
    await looks(state, 2)
    state.hash = '0xb'
    await looks(state, 3)
    state.hash = '0xa'
    await looks(state, 3)
    expect(state.rounds).toEqual(['0xa', '0xb', '0xa'])
  })

  test.each(['payments', 'outgoing-progress'] as const)(
    'behavior: a wake-up for %s runs a round at once',
    async (topic) => {
      const state = start({ idlePollMs: never })
      await expect.poll(() => state.rounds.length).toBe(1)
      await sleep(20)
      ctx.wakeups.wake(topic)
      await expect.poll(() => state.rounds.length, { interval: 2, timeout: 500 }).toBe(2)
    },
  )

  test('behavior: wake-ups do not make rounds more frequent than the poll', async () => {
    const state = start({ pollMs: 200, idlePollMs: never })
    await expect.poll(() => state.rounds.length).toBe(1)
    const timer = setInterval(() => ctx.wakeups.wake('payments'), 1)
    await sleep(500)
    clearInterval(timer)
    expect(state.rounds.length).toBeGreaterThan(1)
    expect(state.rounds.length).toBeLessThan(5)
  })

  test('behavior: a visit to a payment page makes reads more frequent, without a round', async () => {
    const state = start({ idlePollMs: never, activeForMs: never })
    await expect.poll(() => state.rounds.length).toBe(1)
    await sleep(20)
    expect(state.looks).toBe(1)
    ctx.wakeups.wake('payment-pages')
    await looks(state, 5)
    expect(state.rounds).toHaveLength(1)
  })

  test('behavior: repeats rounds after a while', async () => {
    const state = start({ idleRoundMs: 20 })
    await expect.poll(() => state.rounds.length).toBeGreaterThan(2)
  })

  test('behavior: repeats rounds until no work is left', async () => {
    const remainingRounds: Round[] = [
      { ...nothing, foundCount: 2, hasMore: true },
      { ...nothing, isBehind: true },
    ]
    const state = start({}, async () => remainingRounds.shift() ?? nothing)
    await looks(state, 6)
    expect(state.rounds).toHaveLength(3)
    expect(await stop()).toEqual({ found: 2 })
  })

  test('error: continues rounds while no node responds, and resumes reads afterwards', {
    tags: 'slow',
  }, async () => {
    const state = start({}, async () => {
      if (state.isAway) throw new Error('no node responds')
      return nothing
    })
    await looks(state, 2)
    state.isAway = true
    // The first failure is a read, the second a round without one.
    await expect.poll(() => state.failures).toBeGreaterThanOrEqual(2)
    expect(state.rounds.slice(0, 2)).toEqual(['0xa', null])
    state.isAway = false
    await looks(state, 3)
    expect(new Set(state.rounds.slice(1))).toEqual(new Set([null]))
  })

  test('error: runs the next round soon after a lost lease', async () => {
    let isFirst = true
    const state = start({}, async () => {
      if (!isFirst) return nothing
      isFirst = false
      throw new LostLease()
    })
    await expect.poll(() => state.rounds.length).toBe(2)
  })
})
