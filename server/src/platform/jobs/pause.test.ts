import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPause, type Pause } from './pause.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('createPause', () => {
  test('default', async () => {
    const wait = watch(createPause(), 1_000)

    await vi.advanceTimersByTimeAsync(999)
    expect(wait.isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(wait.isOver).toBe(true)
  })

  test('behavior: wake ends a wait and clears its timer', async () => {
    const pause = createPause()
    const wait = watch(pause, 1_000)
    pause.wake()

    await vi.advanceTimersByTimeAsync(0)
    expect(wait.isOver).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: wake before a wait ends it at once', async () => {
    const pause = createPause()
    pause.wake()
    const wait = watch(pause, 1_000)

    await vi.advanceTimersByTimeAsync(0)
    expect(wait.isOver).toBe(true)
  })

  test('behavior: two wakes end only one wait', async () => {
    const pause = createPause()
    pause.wake()
    pause.wake()
    await pause.wait(1_000)
    const second = watch(pause, 1_000)

    await vi.advanceTimersByTimeAsync(999)
    expect(second.isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(second.isOver).toBe(true)
  })

  test('behavior: an interrupted wait does not shorten the next one', async () => {
    const pause = createPause()
    const first = watch(pause, 1_000)
    pause.wake()
    await vi.advanceTimersByTimeAsync(0)
    const second = watch(pause, 1_000)

    await vi.advanceTimersByTimeAsync(999)
    expect([first.isOver, second.isOver]).toEqual([true, false])
  })

  test('behavior: wake after a wait ends the next one at once', async () => {
    const pause = createPause()
    const first = watch(pause, 1_000)
    await vi.advanceTimersByTimeAsync(1_000)
    pause.wake()
    const second = watch(pause, 1_000)

    await vi.advanceTimersByTimeAsync(0)
    expect([first.isOver, second.isOver]).toEqual([true, true])
  })
})

function watch(pause: Pause, ms: number): { isOver: boolean } {
  const state = { isOver: false }
  void pause.wait(ms).then(() => {
    state.isOver = true
  })
  return state
}
