/** Most texts are plain ASCII, which needs no folding. */
const plain = /^[\x20-\x7e]*$/

/** Letters that Unicode decomposition does not fold. */
const letters: Readonly<Record<string, string>> = {
  ς: 'σ',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
}
const special = /[ςßøłđıæœ]/g

/** Removes case and accents for comparison, so that "Québec" equals "QUEBEC". */
export function foldText(text: string): string {
  // Lower case first, because it turns İ into an i with a combining dot, which is removed below.
  const lower = text.toLowerCase()
  if (plain.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(special, (letter) => letters[letter] ?? letter)
}

/** Splits a text into folded words, separated by white space. */
export function splitWords(text: string): string[] {
  return foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
}
