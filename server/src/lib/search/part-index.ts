import { growingArray, push } from './growing-array.js'
import { isOneLetter, lettersOf } from './letters.js'

/** What it is worth that a text is part of a term: anywhere in it, at its beginning, or all of it. */
export type PartWeights = { inside: number; start: number; whole: number }

/**
 * Which terms each document has, to find it by parts of them. Documents are added one after the other and
 * known by their place, the slot; none is ever taken out.
 */
export type PartIndex = {
  /** Adds the next document. */
  add(terms: ReadonlySet<string>): void
  /**
   * Gives every document as its mark what its best term with this part is worth, unless it has a higher
   * mark already.
   */
  mark(part: string, marks: Uint8Array, weights: PartWeights): void
  /** About how many bytes it takes. */
  weight(): number
}

/** Of a term apart from its documents, and of each document that has it. Measured. */
const termBytes = 160
const entryBytes = 18

/** Following a chain takes about this many times as long as reading on: its links lie all over the memory. */
const chainFactor = 8

/**
 * Ten times as many different terms as a quarter of a million documents have. Who makes up more, to fill
 * the memory, does not find them.
 */
const usualTerms = 3_000_000

const none = -1

/**
 * An empty index. A search looks at the letters of every different term, and then either at the documents of
 * those that fit, or, when those are many, along all documents: what it costs has a limit, whatever is asked.
 */
export function createPartIndex({ maxTerms = usualTerms } = {}): PartIndex {
  const idOf = new Map<string, number>()
  const terms: string[] = []
  const lettersOfTerm = growingArray(new Int32Array())
  const lettersOfSlot = growingArray(new Int32Array())
  // The documents of a term are a chain, the latest first: two numbers a link, the slot and the next link.
  const latest = growingArray(new Int32Array())
  const links = growingArray(new Int32Array())
  const documents = growingArray(new Int32Array())
  // The terms of the document in slot s are those from ends[s - 1] to ends[s].
  const idsOfSlots = growingArray(new Int32Array())
  const ends = growingArray(new Int32Array())
  // Used anew by every search: an array each would keep the collector busy.
  let scratch = new Uint8Array()

  function idFor(term: string): number {
    const known = idOf.get(term)
    if (known !== undefined) return known
    if (terms.length >= maxTerms) return none

    const id = terms.length
    const own = copy(term)
    idOf.set(own, id)
    terms.push(own)
    push(lettersOfTerm, lettersOf(own))
    push(latest, none)
    push(documents, 0)
    return id
  }

  /** What each term is worth that has the part, 0 for all others, and how often documents have those terms. */
  function findTerms(part: string, { inside, start, whole }: PartWeights) {
    if (scratch.length < terms.length) scratch = new Uint8Array(terms.length * 2)
    const worths = scratch.subarray(0, terms.length).fill(0)
    let reached = 0
    const [wanted, has] = [lettersOf(part), lettersOfTerm.values]
    for (let id = 0; id < terms.length; id += 1) {
      if (((has[id] as number) & wanted) !== wanted) continue
      const term = terms[id] as string
      const at = term.indexOf(part)
      if (at === -1) continue
      worths[id] = term.length === part.length ? whole : at === 0 ? start : inside
      reached += documents.values[id] as number
    }
    return { worths, reached }
  }

  function markChains(worths: Uint8Array, marks: Uint8Array): void {
    const [chain, latestOf] = [links.values, latest.values]
    for (let id = 0; id < worths.length; id += 1) {
      const worth = worths[id] as number
      if (worth === 0) continue
      for (let link = latestOf[id] as number; link !== none; link = chain[link + 1] as number) {
        const slot = chain[link] as number
        if ((marks[slot] as number) < worth) marks[slot] = worth
      }
    }
  }

  function markAlong(worths: Uint8Array, marks: Uint8Array): void {
    const [idAt, endAt] = [idsOfSlots.values, ends.values]
    let at = 0
    for (let slot = 0; slot < ends.length; slot += 1) {
      const end = endAt[slot] as number
      let highest = marks[slot] as number
      for (; at < end; at += 1) {
        const worth = worths[idAt[at] as number] as number
        if (worth > highest) highest = worth
      }
      marks[slot] = highest
    }
  }

  /** A letter is known of every document without looking at its terms. */
  function markLetter(letter: number, marks: Uint8Array, worth: number): void {
    const has = lettersOfSlot.values
    for (let slot = 0; slot < lettersOfSlot.length; slot += 1) {
      if (((has[slot] as number) & letter) !== 0 && (marks[slot] as number) < worth) {
        marks[slot] = worth
      }
    }
  }

  return {
    add(given) {
      const slot = lettersOfSlot.length
      let letters = 0
      for (const term of given) {
        const id = idFor(term)
        if (id === none) continue
        letters |= lettersOfTerm.values[id] as number
        push(links, slot)
        push(links, latest.values[id] as number)
        latest.values[id] = links.length - 2
        documents.values[id] = (documents.values[id] as number) + 1
        push(idsOfSlots, id)
      }
      push(lettersOfSlot, letters)
      push(ends, idsOfSlots.length)
    },

    mark(part, marks, weights) {
      const { inside, start, whole } = weights
      if (isOneLetter(part) && inside === start && start === whole) {
        markLetter(lettersOf(part), marks, inside)
        return
      }

      const { worths, reached } = findTerms(part, weights)
      if (reached * chainFactor > idsOfSlots.length) markAlong(worths, marks)
      else markChains(worths, marks)
    },

    weight: () => terms.length * termBytes + idsOfSlots.length * entryBytes,
  }
}

/** A word cut out of a text keeps the whole text in memory; a copy does not. */
function copy(term: string): string {
  return term.split('').join('')
}
