/** Longer names are compared by their beginning, because comparing costs the product of both lengths. */
const comparedCharacters = 64

/**
 * Returns the candidate that `name` most likely means, or null. Case, `_` and `-` make no difference, and up to a third of
 * the characters may be wrong.
 */
export function closestName(name: string, candidates: readonly string[]): string | null {
  const wanted = fold(name)
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: countEdits(wanted, fold(candidate)) }))
    .sort((a, b) => a.edits - b.edits)
  const [best] = ranked
  return best && best.edits <= Math.floor(wanted.length / 3) ? best.candidate : null
}

function fold(name: string): string {
  return name.slice(0, comparedCharacters).replaceAll(/[_-]/g, '').toLowerCase()
}

/** Returns the number of inserted, deleted or replaced characters (Levenshtein). */
function countEdits(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1)
      const inserted = (current[column] ?? 0) + 1
      const deleted = (previous[column + 1] ?? 0) + 1
      current.push(Math.min(replaced, inserted, deleted))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
