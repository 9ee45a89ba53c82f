import { growingArray, push } from './growing-array.js'
import { isOneLetter, lettersOf } from './letters.js'

/** What it is worth that a text is part of a term: anywhere in it, at its beginning, or all of it. */
export type PartWeights = { inside: number; start: number; whole: number }

/**
 * Which terms each document has, to find it by parts of them. Documents are added one after the other and
 * known by their place, the slot; none is ever taken out. A search looks at the letters of every different
 * term and then at the documents of those that fit.
 */
export type PartIndex = {
  /** Adds the next document. */
  add(terms: ReadonlySet<string>): void
  /**
   * Gives every document as its mark what its best term with this part is worth, unless it has a higher
   * mark already.
   */
  mark(part: string, marks: Uint8Array, weights: PartWeights): void
}

const none = -1

export function createPartIndex(): PartIndex {
  const idOf = new Map<string, number>()
  const terms: string[] = []
  const lettersOfTerm = growingArray(new Int32Array())
  const lettersOfSlot = growingArray(new Int32Array())
  // The documents of a term are a chain, the latest first: two numbers a link, the slot and the next link.
  const latest = growingArray(new Int32Array())
  const links = growingArray(new Int32Array())

  function idFor(term: string): number {
    const known = idOf.get(term)
    if (known !== undefined) return known

    const id = terms.length
    idOf.set(term, id)
    terms.push(term)
    push(lettersOfTerm, lettersOf(term))
    push(latest, none)
    return id
  }

  function markDocuments(id: number, marks: Uint8Array, weight: number): void {
    const chain = links.values
    let link = latest.values[id] as number
    while (link !== none) {
      const slot = chain[link] as number
      if ((marks[slot] as number) < weight) marks[slot] = weight
      link = chain[link + 1] as number
    }
  }

  /** So common that its terms are most of all, and already known of every document. */
  function markLetter(letter: number, marks: Uint8Array, weight: number): void {
    const has = lettersOfSlot.values
    for (let slot = 0; slot < lettersOfSlot.length; slot += 1) {
      if (((has[slot] as number) & letter) !== 0 && (marks[slot] as number) < weight) {
        marks[slot] = weight
      }
    }
  }

  return {
    add(given) {
      const slot = lettersOfSlot.length
      let letters = 0
      for (const term of given) {
        const id = idFor(term)
        letters |= lettersOfTerm.values[id] as number
        push(links, slot)
        push(links, latest.values[id] as number)
        latest.values[id] = links.length - 2
      }
      push(lettersOfSlot, letters)
    },

    mark(part, marks, { inside, start, whole }) {
      const wanted = lettersOf(part)
      if (isOneLetter(part) && inside === start && start === whole) {
        markLetter(wanted, marks, inside)
        return
      }

      const has = lettersOfTerm.values
      for (let id = 0; id < terms.length; id += 1) {
        if (((has[id] as number) & wanted) !== wanted) continue
        const term = terms[id] as string
        const at = term.indexOf(part)
        if (at === -1) continue
        const isWhole = term.length === part.length
        markDocuments(id, marks, isWhole ? whole : at === 0 ? start : inside)
      }
    },
  }
}
