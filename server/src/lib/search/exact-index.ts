import { type GrowingArray, growingArray, push } from './growing-array.js'

/** Which documents have a term, to find them by the whole of it. Slots are as in the index of parts. */
export type ExactIndex = {
  /** Notes that a document has these terms. */
  add(slot: number, terms: Iterable<string>): void
  /** Gives every document that has the term the mark 1. */
  mark(term: string, marks: Uint8Array): void
  /** About how many bytes it takes. */
  weight(): number
}

/** Of a term apart from its documents: the entry, the text and the array. Measured. */
const termBytes = 250

/** Far more than anybody tells things apart by. Who makes up more does not find them. */
const usualTerms = 500_000

export function createExactIndex({ maxTerms = usualTerms } = {}): ExactIndex {
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
