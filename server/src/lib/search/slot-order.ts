import { type CompareSlots, mergeOrder } from './merge-order.js'

/** Documents in an order, by their slots. */
export type SlotOrder = {
  /** From the lowest to the highest. Good until the next change. */
  slots(): Uint32Array
  /** Takes documents out, which still are what they were, and puts others in. */
  change(change: { leaving: readonly number[]; joining: readonly number[] }): void
  /** Puts documents in their place that are not what they were. `size` is that of all slots. */
  resort(slots: readonly number[], size: number): void
}

/** Up to so many changes are made in place, because a new array each time would keep the collector busy. */
const few = 32

export function createSlotOrder(compare: CompareSlots): SlotOrder {
  let values = new Uint32Array(16)
  let length = 0

  function findPlace(slot: number): number {
    let low = 0
    let high = length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(values[middle] as number, slot) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  function remove(slot: number): void {
    const place = findPlace(slot)
    if (place >= length || values[place] !== slot)
      throw new Error('a document is not where it belongs')
    values.copyWithin(place, place + 1, length)
    length -= 1
  }

  function insert(slot: number): void {
    if (length === values.length) {
      const larger = new Uint32Array(values.length * 2)
      larger.set(values)
      values = larger
    }
    const place = findPlace(slot)
    values.copyWithin(place + 1, place, length)
    values[place] = slot
    length += 1
  }

  function merge(leaving: Uint8Array | null, joining: readonly number[]): void {
    const merged = mergeOrder(values.subarray(0, length), { leaving, joining, compare })
    // Some more room than needed, so that the next few have theirs.
    values = new Uint32Array(merged.length + few)
    values.set(merged)
    length = merged.length
  }

  return {
    slots: () => values.subarray(0, length),
    change({ leaving, joining }) {
      if (leaving.length + joining.length <= few) {
        for (const slot of leaving) remove(slot)
        for (const slot of joining) insert(slot)
        return
      }
      merge(leaving.length === 0 ? null : marksOf(leaving, highestOf(values, length) + 1), joining)
    },
    resort: (slots, size) => merge(marksOf(slots, size), slots),
  }
}

function marksOf(slots: readonly number[], size: number): Uint8Array {
  const marks = new Uint8Array(size)
  for (const slot of slots) marks[slot] = 1
  return marks
}

function highestOf(values: Uint32Array, length: number): number {
  let highest = 0
  for (let index = 0; index < length; index += 1) {
    if ((values[index] as number) > highest) highest = values[index] as number
  }
  return highest
}
