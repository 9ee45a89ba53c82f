import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { createPoller } from './poller.js'

type Poll = (signal: AbortSignal) => Promise<boolean>

function aPoller(poll: Poll, { isNeeded = (): boolean => true, everyMs = 1 } = {}) {
  const raised: unknown[] = []
  let resolved = 0
  const alerts = {
    raise: (alert: unknown) => raised.push(alert),
    resolve: () => {
      resolved += 1
    },
  }
  const options = { worker: 'test', message: 'polling failed', everyMs, isNeeded, poll }
  const poller = createPoller({ alerts } as never, options)
  return { ...poller, raised, resolved: () => resolved }
}

describe('createPoller', () => {
  test('default: polls again and again until it is closed', async () => {
    let polls = 0
    const poller = aPoller(async () => {
      polls += 1
      return false
    })
    poller.schedule()
    await expect.poll(() => polls).toBeGreaterThan(2)
    await poller.close()
    const before = polls
    await sleep(20)
    expect(polls).toBe(before)
    expect(poller.resolved()).toBe(polls)
  })

  test('behavior: does not poll while nothing needs it', async () => {
    let polls = 0
    const poll = async () => {
      polls += 1
      return false
    }
    const poller = aPoller(poll, { isNeeded: () => false })
    poller.schedule()
    poller.pollNow()
    await sleep(20)
    expect(polls).toBe(0)
  })

  test('behavior: polls at once when asked or when more is left', async () => {
    let polls = 0
    const poll = async () => {
      polls += 1
      return polls < 3
    }
    const poller = aPoller(poll, { everyMs: 60_000 })
    poller.schedule()
    poller.pollNow()
    await expect.poll(() => polls).toBe(3)
    await poller.close()
  })

  test('behavior: close aborts the signal and waits for the poll', async () => {
    let hasEnded = false
    let start = () => {}
    const started = new Promise<void>((resolve) => {
      start = resolve
    })
    const poller = aPoller(async (signal) => {
      start()
      while (!signal.aborted) await sleep(1)
      hasEnded = true
      return false
    })
    poller.pollNow()
    await started
    await poller.close()
    expect(hasEnded).toBe(true)
  })

  test.each([
    [new Error('broken'), 1],
    [new StoreUnavailable({ mayHaveCommitted: false, cause: null }), 0],
  ])('error: %s raises %s alerts', async (error, alerts) => {
    let polls = 0
    const poller = aPoller(async () => {
      polls += 1
      if (polls === 1) throw error
      return false
    })
    poller.schedule()
    await expect.poll(() => polls).toBeGreaterThan(1)
    await poller.close()
    expect(poller.raised).toHaveLength(alerts)
  })
})
