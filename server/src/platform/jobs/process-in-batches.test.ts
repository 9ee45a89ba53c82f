import { describe, expect, test } from 'vitest'
import { processInBatches } from './process-in-batches.js'

const signal = new AbortController().signal

/** Creates a list that shrinks as items are processed. */
function aList(count: number) {
  const remainingIndexes = Array.from({ length: count }, (_, index) => index)
  return {
    left: remainingIndexes,
    list: async (limit: number) => remainingIndexes.slice(0, limit),
    work: async (item: number) => {
      remainingIndexes.splice(remainingIndexes.indexOf(item), 1)
    },
  }
}

describe('processInBatches', () => {
  test.each([0, 1, 99, 100, 101, 250])('default: processes all of %i items', async (count) => {
    const items = aList(count)
    expect(await processInBatches(signal, items)).toBe(count)
    expect(items.left).toEqual([])
  })

  test('behavior: stops at the signal', async () => {
    const stopping = new AbortController()
    const items = aList(250)
    const work = async (item: number) => {
      await items.work(item)
      if (items.left.length === 100) stopping.abort()
    }
    expect(await processInBatches(stopping.signal, { ...items, work })).toBe(150)
    expect(items.left).toHaveLength(100)
  })
})
