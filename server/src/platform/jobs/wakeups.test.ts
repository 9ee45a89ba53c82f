import { describe, expect, test } from 'vitest'
import { createWakeups } from './wakeups.js'

describe('createWakeups', () => {
  test('default', () => {
    const wakeups = createWakeups()
    const calls: string[] = []
    wakeups.listen('payments', () => calls.push('first'))
    wakeups.listen('payments', () => calls.push('second'))
    wakeups.listen('outgoing', () => calls.push('other'))

    wakeups.wake('payments')
    expect(calls).toEqual(['first', 'second'])
    wakeups.wake('outgoing')
    expect(calls).toEqual(['first', 'second', 'other'])
  })

  test('behavior: ignores a topic without listeners', () => {
    expect(() => createWakeups().wake('clock')).not.toThrow()
  })

  test('behavior: removes each listener separately', () => {
    const wakeups = createWakeups()
    let calls = 0
    const listener = () => {
      calls += 1
    }
    const end = wakeups.listen('deliveries', listener)
    wakeups.listen('deliveries', listener)
    end()
    end()
    wakeups.wake('deliveries')
    expect(calls).toBe(1)
  })

  test('behavior: registries are independent', () => {
    const wakeups = createWakeups()
    let calls = 0
    wakeups.listen('clock', () => {
      calls += 1
    })
    createWakeups().wake('clock')
    expect(calls).toBe(0)
  })
})
