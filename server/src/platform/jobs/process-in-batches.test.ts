import { describe, expect, test } from 'vitest'
import { processInBatches } from './process-in-batches.js'

const signal = new AbortController().signal

/** What is left shrinks with what is done. */
function aPile(count: number) {
  const left = Array.from({ length: count }, (_, index) => index)
  return {
    left,
    list: async (limit: number) => left.slice(0, limit),
    work: async (item: number) => {
      left.splice(left.indexOf(item), 1)
    },
  }
}

describe('processInBatches', () => {
  test.each([0, 1, 99, 100, 101, 250])('default: all of %i', async (count) => {
    const pile = aPile(count)
    expect(await processInBatches(signal, pile)).toBe(count)
    expect(pile.left).toEqual([])
  })

  test('behavior: leaves off when told to', async () => {
    const stopping = new AbortController()
    const pile = aPile(250)
    const work = async (item: number) => {
      await pile.work(item)
      if (pile.left.length === 100) stopping.abort()
    }
    expect(await processInBatches(stopping.signal, { ...pile, work })).toBe(150)
    expect(pile.left).toHaveLength(100)
  })
})
