import type { ExactIndex } from '../../lib/search/exact-index.js'
import { foldText, splitWords } from '../../lib/search/fold-text.js'
import type { ShopFilter } from './read-shop-query.js'
import type { ShopColumns } from './shop-columns.js'

/** The score of a word by where it matches. The best match counts. */
const inName = { inside: 4, start: 6, whole: 8 }
const inKeywords = { inside: 2, start: 2, whole: 5 }
const inCategories = { inside: 2, start: 2, whole: 4 }
const inDescription = { inside: 1, start: 1, whole: 1 }
/** An exact name ranks above other names that contain the same words. */
const exactNameBonus = 10

/** Scores each slot, 0 for no match. Eight words plus an exact name stay well below 255. */
export function rateShops(columns: ShopColumns, filter: ShopFilter): Uint8Array {
  const { q, categories, keywords, onlyOpen } = filter
  const ratings =
    q === null ? new Uint8Array(columns.size()).fill(1) : rateText(columns, splitWords(q))
  if (categories) keepMatches(ratings, columns.categories, categories)
  if (keywords) keepMatches(ratings, columns.keywords, keywords)
  if (onlyOpen) dropClosed(ratings, columns)
  return ratings
}

function dropClosed(ratings: Uint8Array, { shops }: ShopColumns): void {
  for (let slot = 0; slot < ratings.length; slot += 1) {
    if (!shops[slot]?.isOpen) ratings[slot] = 0
  }
}

/** A text of accents alone has no words and matches nothing. */
function rateText(columns: ShopColumns, words: readonly string[]): Uint8Array {
  const ratings = new Uint8Array(columns.size()).fill(words.length === 0 ? 0 : 1)
  for (const word of words) {
    const wordRatings = rateWord(columns, word)
    for (let slot = 0; slot < ratings.length; slot += 1) {
      const [rating, wordRating] = [ratings[slot] as number, wordRatings[slot] as number]
      ratings[slot] = rating === 0 || wordRating === 0 ? 0 : rating + wordRating
    }
  }

  const text = words.join(' ')
  for (let slot = 0; slot < ratings.length; slot += 1) {
    const isExactName = ratings[slot] !== 0 && columns.names[slot] === text
    if (isExactName) ratings[slot] = (ratings[slot] as number) + exactNameBonus
  }
  return ratings
}

function rateWord(columns: ShopColumns, word: string): Uint8Array {
  const ratings = new Uint8Array(columns.size())
  columns.nameWords.mark(word, ratings, inName)
  columns.keywordWords.mark(word, ratings, inKeywords)
  columns.categoryWords.mark(word, ratings, inCategories)
  columns.descriptionWords.mark(word, ratings, inDescription)
  return ratings
}

function keepMatches(ratings: Uint8Array, index: ExactIndex, terms: readonly string[]): void {
  const marks = new Uint8Array(ratings.length)
  // Each term once: repeating a common term would multiply the work.
  for (const term of new Set(terms.map(foldText))) index.mark(term, marks)
  for (let slot = 0; slot < ratings.length; slot += 1) {
    ratings[slot] = (ratings[slot] as number) * (marks[slot] as number)
  }
}

/**
 * Returns one page sorted by rating, stable within equal ratings, and the number of rated slots. A
 * counting sort is enough, because there are at most 256 ratings.
 */
export function readRankedPage(
  order: Uint32Array,
  { ratings, offset, limit }: { ratings: Uint8Array; offset: number; limit: number },
): { page: number[]; total: number } {
  const counts = new Uint32Array(256)
  for (let index = 0; index < order.length; index += 1) {
    const rating = ratings[order[index] as number] as number
    counts[rating] = (counts[rating] as number) + 1
  }

  // The next free position of each rating. Slots rated 0 are left out.
  const places = new Uint32Array(256)
  let total = 0
  for (let rating = 255; rating > 0; rating -= 1) {
    places[rating] = total
    total += counts[rating] as number
  }

  const page = new Array<number>(Math.max(0, Math.min(limit, total - offset)))
  for (let index = 0; index < order.length; index += 1) {
    const slot = order[index] as number
    const rating = ratings[slot] as number
    if (rating === 0) continue
    const place = places[rating] as number
    places[rating] = place + 1
    if (place >= offset && place - offset < page.length) page[place - offset] = slot
  }
  return { page, total }
}
