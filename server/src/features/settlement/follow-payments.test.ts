import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import type { Hash } from '../../lib/hex.js'
import type { Block } from '../../platform/chain/chain.js'
import { followPayments, type WatchTimes } from './follow-payments.js'
import { LostLead } from './watch/index-range.js'
import type { Round } from './watcher.js'

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
const nothing: Round = { found: 0, settled: 0, isBehind: false, isMore: false }

type State = {
  hash: string
  looks: number
  /** The newest block that each was given. */
  rounds: (string | null)[]
  failures: number
  isAway: boolean
}

/** A chain and a watcher that only count how often they are asked. */
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
        if (state.isAway) throw new Error('no node answers')
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
  await expect.poll(() => state.looks, { interval: 2, timeout: 5_000 }).toBeGreaterThan(until)
}

describe('followPayments', () => {
  test('default: one round, and then only looks at the newest block', async () => {
    const state = start({})
    await looks(state, 10)
    expect(state.rounds).toEqual(['0xa'])
  })

  test('behavior: a new block, and another block of the same number', async () => {
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

  test('behavior: a visit to a payment page has the newest block looked at more often, without a round', async () => {
    const state = start({ idlePollMs: never, activeForMs: never })
    await expect.poll(() => state.rounds.length).toBe(1)
    await sleep(20)
    expect(state.looks).toBe(1)
    ctx.wakeups.wake('payment-pages')
    await looks(state, 5)
    expect(state.rounds).toHaveLength(1)
  })

  test('behavior: rounds come again after a while', async () => {
    const state = start({ idleRoundMs: 20 })
    await expect.poll(() => state.rounds.length).toBeGreaterThan(2)
  })

  test('behavior: rounds go on until there is nothing more to do', async () => {
    const left: Round[] = [
      { ...nothing, found: 2, isMore: true },
      { ...nothing, isBehind: true },
    ]
    const state = start({}, async () => left.shift() ?? nothing)
    await looks(state, 6)
    expect(state.rounds).toHaveLength(3)
    expect(await stop()).toEqual({ found: 2 })
  })

  test('error: while no node answers rounds go on, and looks when one does again', async () => {
    const state = start({}, async () => {
      if (state.isAway) throw new Error('no node answers')
      return nothing
    })
    await looks(state, 2)
    state.isAway = true
    // The first failure is a look, the second a round without one.
    await expect.poll(() => state.failures, { timeout: 5_000 }).toBeGreaterThanOrEqual(2)
    expect(state.rounds.slice(0, 2)).toEqual(['0xa', null])
    state.isAway = false
    await looks(state, 3)
    expect(new Set(state.rounds.slice(1))).toEqual(new Set([null]))
  })

  test('error: another process was faster, and the next round comes soon', async () => {
    let isFirst = true
    const state = start({}, async () => {
      if (!isFirst) return nothing
      isFirst = false
      throw new LostLead()
    })
    await expect.poll(() => state.rounds.length, { timeout: 5_000 }).toBe(2)
  })
})
