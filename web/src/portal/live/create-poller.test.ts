import type { PortalReceipt } from '@tallystick/sdk'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPolls } from './create-poller.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Polls whose answers come when they are let. */
function somePolls() {
  const open: { answer(status: string): Promise<void>; fail(): Promise<void> }[] = []
  const shown: string[] = []
  const polls = createPolls({
    load: () =>
      new Promise((resolve, reject) => {
        const settle = () => vi.advanceTimersByTimeAsync(0).then(() => {})
        open.push({
          answer: (status) => {
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
  return { polls, open, shown }
}

describe('createPolls', () => {
  test('default', async () => {
    const { polls, open, shown } = somePolls()
    polls.start()
    vi.advanceTimersByTime(999)
    expect(open).toHaveLength(0)
    vi.advanceTimersByTime(1)
    expect(open).toHaveLength(1)
    await open[0]?.answer('pending')
    expect(shown).toEqual(['pending'])

    vi.advanceTimersByTime(4_999)
    expect(open).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(open).toHaveLength(2)
  })

  test('behavior: starting twice is starting once', () => {
    const { polls, open } = somePolls()
    polls.start()
    vi.advanceTimersByTime(500)
    polls.start()
    vi.advanceTimersByTime(10_500)
    expect(open).toHaveLength(3)
  })

  test('behavior: stops, and starts again', async () => {
    const { polls, open } = somePolls()
    polls.start()
    vi.advanceTimersByTime(1_000)
    polls.stop()
    vi.advanceTimersByTime(60_000)
    expect(open).toHaveLength(1)
    polls.start()
    vi.advanceTimersByTime(1_000)
    expect(open).toHaveLength(2)
  })

  test('behavior: goes on when an answer fails or never comes', async () => {
    const { polls, open, shown } = somePolls()
    polls.start()
    vi.advanceTimersByTime(6_000)
    await open[0]?.fail()
    vi.advanceTimersByTime(5_000)
    await open[2]?.answer('paid')
    expect(shown).toEqual(['paid'])
  })

  test('behavior: who asks once is told whether there was an answer', async () => {
    const { polls, open } = somePolls()
    const [first, second] = [polls.ask(), polls.ask()]
    await open[0]?.fail()
    await open[1]?.answer('paid')
    expect([await first, await second]).toEqual([false, true])
  })

  test('behavior: an answer that was overtaken is not shown', async () => {
    const { polls, open, shown } = somePolls()
    void polls.ask()
    void polls.ask()
    await open[1]?.answer('paid')
    await open[0]?.answer('pending')
    expect(shown).toEqual(['paid'])
  })

  test('behavior: nor one that was asked for before something newer was known', async () => {
    const { polls, open, shown } = somePolls()
    void polls.ask()
    polls.outrun()
    void polls.ask()
    await open[0]?.answer('pending')
    expect(shown).toEqual([])
    await open[1]?.answer('paid')
    expect(shown).toEqual(['paid'])
  })

  test('behavior: an answer on its way when it stops is still shown', async () => {
    const { polls, open, shown } = somePolls()
    void polls.ask()
    polls.stop()
    await open[0]?.answer('paid')
    expect(shown).toEqual(['paid'])
  })
})
