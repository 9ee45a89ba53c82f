/** Most texts, and quick to tell: nothing in them has accents or another form. */
const plain = /^[\x20-\x7e]*$/

/** A text without case and accents, for comparing: "Québec" and "QUEBEC" become the same. */
export function foldText(text: string): string {
  // Lower case first: that of İ is an i with a dot of its own, which is a mark like any other.
  const lower = text.toLowerCase()
  return plain.test(lower) ? lower : lower.normalize('NFD').replace(/\p{M}/gu, '')
}
