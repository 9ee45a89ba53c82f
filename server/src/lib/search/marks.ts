/** Takes the mark from every document whose value lies outside. */
export function keepRange(
  marks: Uint8Array,
  { values, min, max }: { values: Float64Array; min: number; max: number },
): void {
  for (let slot = 0; slot < marks.length; slot += 1) {
    const value = values[slot] as number
    // Without a branch: which way it goes is anybody's guess, and wrong guesses cost more than the rest.
    marks[slot] = (marks[slot] as number) & (Number(value >= min) & Number(value <= max))
  }
}

/** Takes the mark from every document that has none in `others`. */
export function keepMarked(marks: Uint8Array, others: Uint8Array): void {
  for (let slot = 0; slot < marks.length; slot += 1) {
    marks[slot] = (marks[slot] as number) & (others[slot] as number)
  }
}
