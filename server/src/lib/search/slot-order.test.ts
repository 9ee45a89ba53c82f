import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSlotOrder } from './slot-order.js'

/** Orders slots by keys that a test can change. */
function anOrder(keys: number[]) {
  return createSlotOrder((a, b) => (keys[a] as number) - (keys[b] as number) || a - b)
}

describe('createSlotOrder', () => {
  test('default', () => {
    const order = anOrder([5, 3, 9, 1])
    order.change({ leaving: [], joining: [0, 1, 2] })
    expect([...order.slots()]).toEqual([1, 0, 2])
    order.change({ leaving: [0], joining: [3] })
    expect([...order.slots()]).toEqual([3, 1, 2])
  })

  test('behavior: equals sorting after any changes, in place and merged', () => {
    const step = fc.record({ leave: fc.array(fc.nat(199)), join: fc.array(fc.nat(199)) })
    const key = fc.nat(9)
    fc.assert(
      fc.property(
        fc.array(key, { minLength: 200, maxLength: 200 }),
        fc.array(step, { maxLength: 8 }),
        fc.array(fc.tuple(fc.nat(199), key)),
        (keys, steps, changes) => {
          const order = anOrder(keys)
          const slots = new Set<number>()
          for (const { leave, join } of steps) {
            const leaving = [...new Set(leave)].filter((slot) => slots.has(slot))
            for (const slot of leaving) slots.delete(slot)
            const joining = [...new Set(join)].filter((slot) => !slots.has(slot))
            for (const slot of joining) slots.add(slot)
            order.change({ leaving, joining })
          }
          const changed = [...new Map(changes)].filter(([slot]) => slots.has(slot))
          for (const [slot, value] of changed) keys[slot] = value
          order.resort(
            changed.map(([slot]) => slot),
            200,
          )
          const sorted = [...slots].sort(
            (a, b) => (keys[a] as number) - (keys[b] as number) || a - b,
          )
          expect([...order.slots()]).toEqual(sorted)
        },
      ),
      { seed: 5, numRuns: 300 },
    )
  })

  test('error: throws on a missing document', () => {
    expect(() => anOrder([1, 2]).change({ leaving: [0], joining: [] })).toThrow('not at its sorted')
  })
})
