import { setTimeout as pass } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { shareLookups } from './share-lookups.js'

const never = () => new AbortController().signal

/** Creates a lookup that the test resolves with the number of calls. */
function aLookup() {
  const waiting: (() => void)[] = []
  const signals: AbortSignal[] = []
  return {
    signals,
    respond: () => {
      for (const go of waiting.splice(0)) go()
    },
    lookUp: async (host: string, signal: AbortSignal) => {
      const count = signals.push(signal)
      await new Promise<void>((resolve) => waiting.push(resolve))
      if (host === 'bad') throw new Error(`no response ${count}`)
      return [`10.0.0.${count}`]
    },
  }
}

const options = { rememberMs: 30, withinMs: 5_000, maxHosts: 2 }

describe('shareLookups', () => {
  test('default: shares one lookup among concurrent and closely following callers', async () => {
    const { lookUp, respond, signals } = aLookup()
    const resolve = shareLookups(lookUp, { ...options, rememberMs: 60_000 })
    const both = Promise.all([resolve('a', never()), resolve('a', never())])
    respond()
    expect(await both).toEqual([['10.0.0.1'], ['10.0.0.1']])
    expect(await resolve('a', never())).toEqual(['10.0.0.1'])
    expect(signals).toHaveLength(1)

    const other = resolve('b', never())
    respond()
    expect(await other).toEqual(['10.0.0.2'])
  })

  test.each(['good', 'bad'])('behavior: expires a %s result', async (host) => {
    const { lookUp, respond, signals } = aLookup()
    const resolve = shareLookups(lookUp, options)
    const outcome = () => {
      const result = resolve(host, never()).then(String, (error: Error) => error.message)
      respond()
      return result
    }
    const first = await outcome()
    expect(await outcome()).toBe(first)
    while (signals.length < 2) {
      await pass(10)
      const later = outcome()
      if (signals.length === 2) expect(await later).not.toBe(first)
    }
  })

  test('behavior: an aborted caller does not affect the others', async () => {
    const { lookUp, respond, signals } = aLookup()
    const resolve = shareLookups(lookUp, options)
    const controller = new AbortController()
    const impatient = resolve('a', controller.signal)
    const patient = resolve('a', never())
    controller.abort(new Error('enough'))
    await expect(impatient).rejects.toThrow('enough')
    expect(signals[0]?.aborted).toBe(false)
    respond()
    expect(await patient).toEqual(['10.0.0.1'])
    await expect(resolve('b', AbortSignal.abort(new Error('over')))).rejects.toThrow('over')
  })

  test('behavior: aborts a lookup at the timeout', async () => {
    const { lookUp, signals } = aLookup()
    const resolve = shareLookups(lookUp, { ...options, withinMs: 20 })
    await expect(resolve('a', never())).rejects.toThrow()
    expect(signals[0]?.aborted).toBe(true)
  })

  test('behavior: does not share lookups above the limit', async () => {
    const { lookUp, respond, signals } = aLookup()
    const resolve = shareLookups(lookUp, { ...options, rememberMs: 60_000 })
    const all = Promise.all(['a', 'b', 'c', 'c', 'a'].map((host) => resolve(host, never())))
    respond()
    expect((await all).flat()).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.1'])
    expect(signals).toHaveLength(4)
  })
})
