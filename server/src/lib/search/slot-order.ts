import { type CompareSlots, mergeOrder } from './merge-order.js'

/** A sorted list of documents, by slot. */
export type SlotOrder = {
  /** Returns the slots in ascending order. Valid until the next change. */
  slots(): Uint32Array
  /** Removes documents whose sort key is unchanged, and inserts others. */
  change(change: { leaving: readonly number[]; joining: readonly number[] }): void
  /** Moves documents whose sort key has changed. `size` is the number of all slots. */
  resort(slots: readonly number[], size: number): void
}

/** Up to this many changes are made in place, to avoid allocating a new array. */
const maxInPlace = 32

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
      throw new Error('a document is not at its sorted position')
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
    // Spare capacity for the next changes in place.
    values = new Uint32Array(merged.length + maxInPlace)
    values.set(merged)
    length = merged.length
  }

  return {
    slots: () => values.subarray(0, length),
    change({ leaving, joining }) {
      if (leaving.length + joining.length <= maxInPlace) {
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
