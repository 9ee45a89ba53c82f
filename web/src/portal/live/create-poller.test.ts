import type { PortalReceipt } from '@tallystick/sdk'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPoller } from './create-poller.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates a poller whose requests the test settles. */
function aPoller() {
  const requests: { respond(status: string): Promise<void>; fail(): Promise<void> }[] = []
  const shown: string[] = []
  const poller = createPoller({
    load: () =>
      new Promise((resolve, reject) => {
        const settle = () => vi.advanceTimersByTimeAsync(0).then(() => {})
        requests.push({
          respond: (status) => {
            resolve({ status } as PortalReceipt)
            return settle()
          },
          fail: () => {
            reject(new Error('offline'))
            return settle()
          },
        })
      }),
    onReceipt: ({ status }) => shown.push(status),
  })
  return { poller, requests, shown }
}

describe('createPoller', () => {
  test('default', async () => {
    const { poller, requests, shown } = aPoller()
    poller.start()
    vi.advanceTimersByTime(999)
    expect(requests).toHaveLength(0)
    vi.advanceTimersByTime(1)
    expect(requests).toHaveLength(1)
    await requests[0]?.respond('pending')
    expect(shown).toEqual(['pending'])

    vi.advanceTimersByTime(4_999)
    expect(requests).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(requests).toHaveLength(2)
  })

  test('behavior: starting twice has no effect', () => {
    const { poller, requests } = aPoller()
    poller.start()
    vi.advanceTimersByTime(500)
    poller.start()
    vi.advanceTimersByTime(10_500)
    expect(requests).toHaveLength(3)
  })

  test('behavior: stops and restarts', async () => {
    const { poller, requests } = aPoller()
    poller.start()
    vi.advanceTimersByTime(1_000)
    poller.stop()
    vi.advanceTimersByTime(60_000)
    expect(requests).toHaveLength(1)
    poller.start()
    vi.advanceTimersByTime(1_000)
    expect(requests).toHaveLength(2)
  })

  test('behavior: continues after a failed or lost response', async () => {
    const { poller, requests, shown } = aPoller()
    poller.start()
    vi.advanceTimersByTime(6_000)
    await requests[0]?.fail()
    vi.advanceTimersByTime(5_000)
    await requests[2]?.respond('paid')
    expect(shown).toEqual(['paid'])
  })

  test('behavior: poll returns whether there was a response', async () => {
    const { poller, requests } = aPoller()
    const [first, second] = [poller.poll(), poller.poll()]
    await requests[0]?.fail()
    await requests[1]?.respond('paid')
    expect([await first, await second]).toEqual([false, true])
  })

  test('behavior: ignores a response that was overtaken', async () => {
    const { poller, requests, shown } = aPoller()
    void poller.poll()
    void poller.poll()
    await requests[1]?.respond('paid')
    await requests[0]?.respond('pending')
    expect(shown).toEqual(['paid'])
  })

  test('behavior: ignores pending responses after discardPending', async () => {
    const { poller, requests, shown } = aPoller()
    void poller.poll()
    poller.discardPending()
    void poller.poll()
    await requests[0]?.respond('pending')
    expect(shown).toEqual([])
    await requests[1]?.respond('paid')
    expect(shown).toEqual(['paid'])
  })

  test('behavior: shows a response that arrives after stop', async () => {
    const { poller, requests, shown } = aPoller()
    void poller.poll()
    poller.stop()
    await requests[0]?.respond('paid')
    expect(shown).toEqual(['paid'])
  })
})
