/** A text without case and accents, for comparing: "Québec" and "QUEBEC" become the same. */
export function foldText(text: string): string {
  // Lower case first: that of İ is an i with a dot of its own, which is a mark like any other.
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
