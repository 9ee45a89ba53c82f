import { describe, expect, test } from 'vitest'
import { createWakeups } from './wakeups.js'

describe('createWakeups', () => {
  test('default', () => {
    const wakeups = createWakeups()
    const heard: string[] = []
    wakeups.listen('payments', () => heard.push('first'))
    wakeups.listen('payments', () => heard.push('second'))
    wakeups.listen('outgoing', () => heard.push('other'))

    wakeups.wake('payments')
    expect(heard).toEqual(['first', 'second'])
    wakeups.wake('outgoing')
    expect(heard).toEqual(['first', 'second', 'other'])
  })

  test('behavior: ignores a topic without listeners', () => {
    expect(() => createWakeups().wake('clock')).not.toThrow()
  })

  test('behavior: removes each listener separately', () => {
    const wakeups = createWakeups()
    let heard = 0
    const listener = () => {
      heard += 1
    }
    const end = wakeups.listen('deliveries', listener)
    wakeups.listen('deliveries', listener)
    end()
    end()
    wakeups.wake('deliveries')
    expect(heard).toBe(1)
  })

  test('behavior: registries are independent', () => {
    const wakeups = createWakeups()
    let heard = 0
    wakeups.listen('clock', () => {
      heard += 1
    })
    createWakeups().wake('clock')
    expect(heard).toBe(0)
  })
})
