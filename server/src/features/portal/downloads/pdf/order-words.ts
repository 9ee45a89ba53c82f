/** Hebrew, Arabic and what is written like them. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
const letter = /\p{L}/u

type Run = { isReversed: boolean; words: string[] }

/**
 * The pieces of a line from left to right, as they stand on paper: a font turns the letters of a word around where its
 * script asks for it, but not the words of a line. Where no script does, the line is one piece. Words without letters
 * go with those before them. Rougher than Unicode's own rules, which matter for sentences in two scripts; labels are
 * rarely that.
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
