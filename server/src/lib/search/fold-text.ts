/** Most texts, and quick to tell: nothing in them has accents or another form. */
const plain = /^[\x20-\x7e]*$/

/** Letters that have another form in lower case, or that many write without their stroke. */
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

/** A text without case and accents, for comparing: "Québec" and "QUEBEC" become the same. */
export function foldText(text: string): string {
  // Lower case first: that of İ is an i with a dot of its own, which is a mark like any other.
  const lower = text.toLowerCase()
  if (plain.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(special, (letter) => letters[letter] ?? letter)
}
