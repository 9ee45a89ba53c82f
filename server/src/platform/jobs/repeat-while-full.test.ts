import { describe, expect, test } from 'vitest'
import { repeatWhileFull } from './process-in-batches.js'

/** Returns work that processes this many rows. */
function rows(count: number) {
  let remainingCount = count
  return async (limit: number) => {
    const size = Math.min(limit, remainingCount)
    remainingCount -= size
    return size
  }
}

describe('repeatWhileFull', () => {
  const { signal } = new AbortController()

  test.each([0, 1, 9, 10, 11, 30])('default: works on all of %i rows', async (count) => {
    expect(await repeatWhileFull(signal, { batchSize: 10, work: rows(count) })).toBe(count)
  })

  test('behavior: stops at the signal', async () => {
    const stopping = new AbortController()
    const take = rows(30)
    const work = async (limit: number) => {
      const size = await take(limit)
      stopping.abort()
      return size
    }
    expect(await repeatWhileFull(stopping.signal, { batchSize: 10, work })).toBe(10)
  })
})
