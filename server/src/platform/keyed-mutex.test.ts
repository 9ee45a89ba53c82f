import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.js'

describe('createKeyedMutex', () => {
  test('default: serializes work under one key and runs different keys concurrently', async () => {
    const mutex = createKeyedMutex()
    const running: Record<string, number> = { a: 0, b: 0 }
    let maxWaiting = 0
    let both = false
    const work = (name: string) => async () => {
      running[name] = (running[name] ?? 0) + 1
      maxWaiting = Math.max(maxWaiting, running[name] ?? 0)
      both ||= (running['a'] ?? 0) > 0 && (running['b'] ?? 0) > 0
      await nextTurn()
      running[name] = (running[name] ?? 0) - 1
      return name
    }
    const names = ['a', 'b', 'a', 'b', 'a']
    const results = await Promise.all(names.map((name) => mutex.runExclusive(name, work(name))))
    expect(results).toEqual(names)
    expect([maxWaiting, both]).toEqual([1, true])
  })

  test('behavior: a failure reaches only its own caller', async () => {
    const mutex = createKeyedMutex()
    const failing = mutex.runExclusive('a', () => Promise.reject(new Error('no')))
    const next = mutex.runExclusive('a', async () => 'yes')
    await expect(failing).rejects.toThrow('no')
    await expect(next).resolves.toBe('yes')
  })
})
