import { type GrowingArray, growingArray, push } from './growing-array.js'

/** Finds documents by whole terms. A document has the same slot as in the part index. */
export type ExactIndex = {
  /** Adds the terms of a document. */
  add(slot: number, terms: Iterable<string>): void
  /** Sets the mark of every document with the term to 1. */
  mark(term: string, marks: Uint8Array): void
  /** Returns the approximate memory use in bytes. */
  weight(): number
}

/** Measured memory of a term without its documents: the entry, the text and the array. */
const termBytes = 250

/** Far more than real data has. Further terms are not indexed. */
const defaultMaxTerms = 500_000

export function createExactIndex({ maxTerms = defaultMaxTerms } = {}): ExactIndex {
  const slotsOf = new Map<string, GrowingArray<Int32Array<ArrayBuffer>>>()
  let entries = 0

  return {
    add(slot, terms) {
      for (const term of terms) {
        const slots = slotsOf.get(term) ?? growingArray(new Int32Array())
        if (slots.length === 0 && slotsOf.size >= maxTerms) continue
        slotsOf.set(term, slots)
        push(slots, slot)
        entries += 1
      }
    },
    mark(term, marks) {
      const { values, length } = slotsOf.get(term) ?? growingArray(new Int32Array())
      for (let index = 0; index < length; index += 1) marks[values[index] as number] = 1
    },
    weight: () => slotsOf.size * termBytes + entries * 6,
  }
}
