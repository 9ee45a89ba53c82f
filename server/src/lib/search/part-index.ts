import { growingArray, push } from './growing-array.js'

/** Scores of a match: anywhere in a term, at its start, or the whole term. */
export type PartWeights = { inside: number; start: number; whole: number }

/**
 * Finds documents by parts of their terms. A document is identified by its slot, its position in
 * the order of insertion. Documents are never removed.
 */
export type PartIndex = {
  /** Adds the next document. */
  add(terms: ReadonlySet<string>): void
  /** Raises the mark of every document to the score of its best term with the part. */
  mark(part: string, marks: Uint8Array, weights: PartWeights): void
  /** Returns whether long texts may be added. Short ones have room left when long ones do not. */
  hasRoomForText(): boolean
  /** Returns the approximate memory use in bytes. */
  weight(): number
}

/** Measured memory of a term, and of each document that has it. */
const termBytes = 160
const entryBytes = 18

/** Following a linked list is about this many times slower than a sequential scan. */
const chainFactor = 8

/**
 * Ten times the distinct terms of 250,000 real documents. Further terms, for example of an
 * attacker, are not indexed.
 */
const defaultMaxTerms = 3_000_000

/** The most that an index holds. Terms beyond it are not indexed. */
export type PartLimits = {
  /** Distinct terms. */
  maxTerms?: number
  /** Further distinct terms per document. Half of them are reserved for short texts. */
  termsPerDocument?: number
  /** Terms of all documents, repeated ones included. Short texts may use twice as many. */
  maxEntries?: number
}

const none = -1

/**
 * Creates an empty index. A search checks every distinct term, then visits the documents of the
 * matching terms or, if those are many, scans all documents. This bounds its cost for any query.
 */
export function createPartIndex({
  maxTerms = defaultMaxTerms,
  termsPerDocument = 0,
  maxEntries = Number.POSITIVE_INFINITY,
}: PartLimits = {}): PartIndex {
  const idOf = new Map<string, number>()
  const terms: string[] = []
  const lettersOfTerm = growingArray(new Int32Array())
  const lettersOfSlot = growingArray(new Int32Array())
  // The documents of a term are a linked list, latest first: each link is the slot and the next
  // link.
  const latest = growingArray(new Int32Array())
  const links = growingArray(new Int32Array())
  const documents = growingArray(new Int32Array())
  // The terms of slot s are at ends[s - 1] to ends[s].
  const idsOfSlots = growingArray(new Int32Array())
  const ends = growingArray(new Int32Array())
  // Reused by every search to avoid garbage.
  let scratch = new Uint8Array()

  function idFor(term: string): number {
    const existingId = idOf.get(term)
    if (existingId !== undefined) return existingId
    if (terms.length >= maxTerms + termsPerDocument * lettersOfSlot.length) return none

    const id = terms.length
    const ownCopy = copy(term)
    idOf.set(ownCopy, id)
    terms.push(ownCopy)
    push(lettersOfTerm, lettersOf(ownCopy))
    push(latest, none)
    push(documents, 0)
    return id
  }

  /** Returns the score of each term, 0 without a match, and how many documents have matches. */
  function findTerms(part: string, { inside, start, whole }: PartWeights) {
    if (scratch.length < terms.length) scratch = new Uint8Array(terms.length * 2)
    const scores = scratch.subarray(0, terms.length).fill(0)
    let reached = 0
    const [partLetters, has] = [lettersOf(part), lettersOfTerm.values]
    for (let id = 0; id < terms.length; id += 1) {
      if (((has[id] as number) & partLetters) !== partLetters) continue
      const term = terms[id] as string
      const at = term.indexOf(part)
      if (at === -1) continue
      scores[id] = term.length === part.length ? whole : at === 0 ? start : inside
      reached += documents.values[id] as number
    }
    return { scores, reached }
  }

  function markLinked(scores: Uint8Array, marks: Uint8Array): void {
    const [chain, latestOf] = [links.values, latest.values]
    for (let id = 0; id < scores.length; id += 1) {
      const score = scores[id] as number
      if (score === 0) continue
      for (let link = latestOf[id] as number; link !== none; link = chain[link + 1] as number) {
        const slot = chain[link] as number
        if ((marks[slot] as number) < score) marks[slot] = score
      }
    }
  }

  function markScanning(scores: Uint8Array, marks: Uint8Array): void {
    const [idAt, endAt] = [idsOfSlots.values, ends.values]
    let at = 0
    for (let slot = 0; slot < ends.length; slot += 1) {
      const end = endAt[slot] as number
      let highest = marks[slot] as number
      for (; at < end; at += 1) {
        const score = scores[idAt[at] as number] as number
        if (score > highest) highest = score
      }
      marks[slot] = highest
    }
  }

  /** Finds a single letter by the letter bits of each document, without its terms. */
  function markLetter(letter: number, marks: Uint8Array, score: number): void {
    const has = lettersOfSlot.values
    for (let slot = 0; slot < lettersOfSlot.length; slot += 1) {
      if (((has[slot] as number) & letter) !== 0 && (marks[slot] as number) < score) {
        marks[slot] = score
      }
    }
  }

  return {
    add(newTerms) {
      const slot = lettersOfSlot.length
      let letters = 0
      for (const term of newTerms) {
        if (idsOfSlots.length >= 2 * maxEntries) break
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

      const { scores, reached } = findTerms(part, weights)
      if (reached * chainFactor > idsOfSlots.length) markScanning(scores, marks)
      else markLinked(scores, marks)
    },

    hasRoomForText: () =>
      terms.length < maxTerms + (termsPerDocument / 2) * lettersOfSlot.length &&
      idsOfSlots.length < maxEntries,

    weight: () => terms.length * termBytes + idsOfSlots.length * entryBytes,
  }
}

/** Copies a term, because a slice keeps its whole source text in memory. */
function copy(term: string): string {
  return term.split('').join('')
}

const a = 'a'.charCodeAt(0)
const z = 'z'.charCodeAt(0)
const zero = '0'.charCodeAt(0)
const nine = '9'.charCodeAt(0)

/**
 * Returns the letters of a folded text as bits: one each for a to z, one for all digits, one for
 * all else. Comparing bits quickly rules out most texts that cannot contain another.
 */
function lettersOf(text: string): number {
  let letters = 0
  for (let index = 0; index < text.length; index += 1) letters |= bitOf(text.charCodeAt(index))
  return letters
}

function bitOf(code: number): number {
  if (code >= a && code <= z) return 1 << (code - a)
  return code >= zero && code <= nine ? 1 << 26 : 1 << 27
}

/** Returns whether a text is a single letter with its own bit. */
function isOneLetter(text: string): boolean {
  return text.length === 1 && lettersOf(text) < 1 << 26
}
