import { foldText } from './fold-text.js'

/** The words of a text, folded. What stands between spaces is a word, whatever it is made of. */
export function splitWords(text: string): string[] {
  return foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
}
