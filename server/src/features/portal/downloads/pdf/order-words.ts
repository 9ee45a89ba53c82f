/** Hebrew, Arabic and other right-to-left scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
const letter = /\p{L}/u

type Run = { isReversed: boolean; words: string[] }

/**
 * Returns the pieces of a line in visual order, left to right. Fonts reverse the letters of right-to-left words but not the
 * words of a line. A line without such words is one piece. Words without letters follow the word before them. Simpler than
 * the Unicode bidirectional algorithm, which matters for mixed sentences; labels rarely are.
 */
export function orderWords(line: string): string[] {
  if (!rightToLeft.test(line)) return [line]

  const runs: Run[] = []
  for (const word of line.split(' ')) {
    const last = runs.at(-1)
    const isReversed = letter.test(word) ? rightToLeft.test(word) : (last?.isReversed ?? false)
    if (last?.isReversed === isReversed) last.words.push(word)
    else runs.push({ isReversed, words: [word] })
  }
  const isReversedLine = runs[0]?.isReversed ?? false
  const ordered = runs.map((run) => (run.isReversed ? run.words.toReversed() : run.words))
  return (isReversedLine ? ordered.toReversed() : ordered).flat()
}
