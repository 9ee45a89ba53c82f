/** Returns the first missing position of a log that is listed newest first, or null. */
export function findGap(entries: readonly { seq: number }[]): number | null {
  const found = entries.map(({ seq }) => seq).toReversed()
  const index = found.findIndex((seq, place) => seq !== place + 1)
  return index < 0 ? null : index + 1
}
