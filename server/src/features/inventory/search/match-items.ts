import type { ExactIndex } from '../../../lib/search/exact-index.js'
import { foldText, splitWords } from '../../../lib/search/fold-text.js'
import type { ItemColumns } from './item-columns.js'
import type { ItemFilter } from './item-query.js'

const anywhere = { inside: 1, start: 1, whole: 1 }

/** Returns the marks of a text search, possibly from a cache. */
export type FindText = (q: string) => Uint8Array

/** Returns a mark per slot, 1 for items that match. Null when all items match. */
export function matchItems(
  columns: ItemColumns,
  { filter, findText }: { filter: ItemFilter; findText: FindText },
): Uint8Array | null {
  const { q, category, pack, tags, taxable, stock, minUsdCents, maxUsdCents } = filter
  const steps: ((marks: Uint8Array) => void)[] = []

  const range = (column: { values: Float64Array }, min: number, max: number) =>
    steps.push((marks) => keepRange(marks, { values: column.values, min, max }))
  const terms = (index: ExactIndex, names: readonly string[]) =>
    steps.push((marks) => keepMarked(marks, findTerms(index, names, marks.length)))

  if (q !== null && q.trim() !== '') steps.push((marks) => keepMarked(marks, findText(q)))
  if (category !== null) terms(columns.categories, [category])
  if (pack !== null) terms(columns.packs, [pack])
  if (tags?.mode === 'any') terms(columns.tags, tags.names)
  if (tags?.mode === 'all') for (const name of tags.names) terms(columns.tags, [name])
  if (taxable !== null) range(columns.taxable, Number(taxable), Number(taxable))
  if (stock === 'low') range(columns.lowStock, 1, 1)
  else if (stock !== null) range(columns.inStock, Number(stock === 'in'), Number(stock === 'in'))
  if (minUsdCents !== null) range(columns.usdCents, minUsdCents, Number.POSITIVE_INFINITY)
  if (maxUsdCents !== null) range(columns.usdCents, 0, maxUsdCents)
  if (filter.parentSku !== null) {
    steps.push((marks) => keepEqual(marks, columns.parents, filter.parentSku))
  }
  if (filter.active !== null) range(columns.active, Number(filter.active), Number(filter.active))
  if (steps.length === 0) return null

  const marks = new Uint8Array(columns.size()).fill(1)
  for (const step of steps) step(marks)
  return marks
}

/**
 * Marks the items that contain every word of a text. A text without words matches nothing. Yields
 * after every word, so that the caller may pause; it must not use the result if the columns have
 * changed since.
 */
export function* findWords(columns: ItemColumns, q: string): Generator<void, Uint8Array> {
  const words = splitWords(q)
  const marks = new Uint8Array(columns.size()).fill(words.length === 0 ? 0 : 1)
  for (const word of words) {
    const withWord = new Uint8Array(columns.size())
    columns.words.mark(word, withWord, anywhere)
    keepMarked(marks, withWord)
    yield
  }
  return marks
}

function findTerms(index: ExactIndex, terms: readonly string[], size: number): Uint8Array {
  const marks = new Uint8Array(size)
  for (const term of terms) index.mark(foldText(term), marks)
  return marks
}

/** Clears the mark of every document whose value is outside the range. */
function keepRange(
  marks: Uint8Array,
  { values, min, max }: { values: Float64Array; min: number; max: number },
): void {
  for (let slot = 0; slot < marks.length; slot += 1) {
    const value = values[slot] as number
    // Branch-free, because the branch would be unpredictable and mispredictions dominate the loop.
    marks[slot] = (marks[slot] as number) & (Number(value >= min) & Number(value <= max))
  }
}

/** Clears the mark of every document with another value. */
function keepEqual<Value>(marks: Uint8Array, values: readonly Value[], value: Value): void {
  for (let slot = 0; slot < marks.length; slot += 1) if (values[slot] !== value) marks[slot] = 0
}

/** Clears the mark of every document without a mark in `others`. */
function keepMarked(marks: Uint8Array, others: Uint8Array): void {
  for (let slot = 0; slot < marks.length; slot += 1) {
    marks[slot] = (marks[slot] as number) & (others[slot] as number)
  }
}
