import { foldText } from '../../../lib/search/fold-text.js'

const wordLength = 64

/** Splits texts into distinct words without case, accents and width, for the search index and its queries. */
export function searchWords(...texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => foldText(text.normalize('NFKC')).split(/[^\p{L}\p{N}]+/u))
  return [...new Set(words.filter((word) => word !== '').map((word) => word.slice(0, wordLength)))]
}

/** Returns the key that sorts display names. */
export function nameKeyOf(displayName: string): string {
  return foldText(displayName.normalize('NFKC'))
}
