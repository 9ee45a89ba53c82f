import { type GrowingArray, growingArray, push } from './growing-array.js'

/** Which documents have a term, to find them by the whole of it. Slots are as in the index of parts. */
export type ExactIndex = {
  /** Notes that a document has these terms. */
  add(slot: number, terms: Iterable<string>): void
  /** Gives every document that has the term the mark 1. */
  mark(term: string, marks: Uint8Array): void
}

export function createExactIndex(): ExactIndex {
  const slotsOf = new Map<string, GrowingArray<Int32Array<ArrayBuffer>>>()

  return {
    add(slot, terms) {
      for (const term of terms) {
        const slots = slotsOf.get(term) ?? growingArray(new Int32Array())
        slotsOf.set(term, slots)
        push(slots, slot)
      }
    },
    mark(term, marks) {
      const { values, length } = slotsOf.get(term) ?? growingArray(new Int32Array())
      for (let index = 0; index < length; index += 1) marks[values[index] as number] = 1
    },
  }
}
