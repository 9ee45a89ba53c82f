type Measure = (text: string) => number
type Column = { width: number; measure: Measure }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Wraps a single-spaced text to lines of at most `width`. A word wider than a line is broken; only a single grapheme may
 * exceed the width. Measures word by word, because shaping is slow.
 */
export function wrapText(text: string, column: Column): string[] {
  const { width, measure } = column
  const space = measure(' ')
  const lines: string[][] = [[]]
  let used = 0
  for (const word of text.split(' ').flatMap((one) => breakWord(one, column))) {
    const wide = measure(word)
    const isFirst = lines.at(-1)?.length === 0
    if (!isFirst && used + space + wide > width) {
      lines.push([word])
      used = wide
    } else {
      lines.at(-1)?.push(word)
      used += isFirst ? wide : space + wide
    }
  }
  return lines.map((words) => words.join(' '))
}

function breakWord(word: string, { width, measure }: Column): string[] {
  if (measure(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  let used = 0
  for (const { segment } of graphemes.segment(word)) {
    const wide = measure(segment)
    if (part !== '' && used + wide > width) {
      parts.push(part)
      part = ''
      used = 0
    }
    part += segment
    used += wide
  }
  return [...parts, part]
}
