import { foldText } from './fold-text.js'

/** Splits a text into folded words, separated by white space. */
export function splitWords(text: string): string[] {
  return foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
}
