import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeOrder } from './merge-order.js'

const rising = (a: number, b: number) => a - b

describe('mergeOrder', () => {
  test('default', () => {
    const leaving = Uint8Array.of(0, 0, 0, 1, 0, 0)
    const merged = mergeOrder(Uint32Array.of(1, 3, 5), {
      leaving,
      joining: [4, 0],
      compare: rising,
    })
    expect([...merged]).toEqual([0, 1, 4, 5])
  })

  test('behavior: equals sorting all documents', () => {
    const slots = fc.uniqueArray(fc.nat(60))
    fc.assert(
      fc.property(slots, slots, slots, (before, joining, removedSlots) => {
        const leaving = new Uint8Array(61)
        for (const slot of [...removedSlots, ...joining]) leaving[slot] = 1
        const order = Uint32Array.from(before.toSorted(rising))
        const expected = [...before.filter((slot) => leaving[slot] === 0), ...joining]
        const merged = mergeOrder(order, { leaving, joining, compare: rising })
        expect([...merged]).toEqual(expected.sort(rising))
      }),
      { seed: 4, numRuns: 300 },
    )
  })

  test('behavior: works without documents to remove', () => {
    const merged = mergeOrder(Uint32Array.of(2), { leaving: null, joining: [], compare: rising })
    expect([...merged]).toEqual([2])
  })
})
