import type { ExactIndex } from '../../lib/search/exact-index.js'
import { foldText, splitWords } from '../../lib/search/fold-text.js'
import type { ShopColumns } from './shop-columns.js'
import type { ShopFilter } from './shop-query.js'

/** The score of a word by where it matches. The best match counts. */
const inName = { inside: 4, start: 6, whole: 8 }
const inKeywords = { inside: 2, start: 2, whole: 5 }
const inCategories = { inside: 2, start: 2, whole: 4 }
const inDescription = { inside: 1, start: 1, whole: 1 }
/** An exact name ranks above other names that contain the same words. */
const exactNameBonus = 10

/** Scores each slot, 0 for no match. Eight words plus an exact name stay well below 255. */
export function rateShops(columns: ShopColumns, filter: ShopFilter): Uint8Array {
  const { q, categories, keywords } = filter
  const ratings =
    q === null ? new Uint8Array(columns.size()).fill(1) : rateText(columns, splitWords(q))
  if (categories) keepMatches(ratings, columns.categories, categories)
  if (keywords) keepMatches(ratings, columns.keywords, keywords)
  return ratings
}

/** A text of accents alone has no words and matches nothing. */
function rateText(columns: ShopColumns, words: readonly string[]): Uint8Array {
  const ratings = new Uint8Array(columns.size()).fill(words.length === 0 ? 0 : 1)
  for (const word of words) {
    const found = rateWord(columns, word)
    for (let slot = 0; slot < ratings.length; slot += 1) {
      const [rating, more] = [ratings[slot] as number, found[slot] as number]
      ratings[slot] = rating === 0 || more === 0 ? 0 : rating + more
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
