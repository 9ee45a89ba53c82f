/** Longer texts are searched by their beginnings only. */
const maxLength = 100
const maxSuffixes = 12

/**
 * Returns the parts of a text from the start of each word to the end, in lower case. A text is found
 * by the beginning of any of them: `lovelace@` finds `ada.lovelace@example.com`.
 */
export function listWordSuffixes(text: string): string[] {
  const folded = foldWords(text)
  const starts = Array.from(folded.matchAll(/[\p{L}\p{N}]+/gu), ({ index }) => index)
  return Array.from(new Set(starts.slice(0, maxSuffixes).map((start) => cut(folded.slice(start)))))
}

/** Returns the beginning by which texts are found, in lower case with single spaces. */
export function foldBeginning(text: string): string {
  return cut(foldWords(text))
}

function foldWords(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
}

/** By characters, because half of a surrogate pair is no text. */
function cut(text: string): string {
  return text.length <= maxLength ? text : Array.from(text).slice(0, maxLength).join('')
}
