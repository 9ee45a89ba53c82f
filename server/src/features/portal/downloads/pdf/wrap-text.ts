type Column = { width: number; measure: (text: string) => number }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Wraps a single-spaced text to lines of at most `width`. A word wider than a line is broken; only
 * a single grapheme may exceed the width. Measures word by word, because shaping is slow.
 */
export function wrapText(text: string, column: Column): string[] {
  const { width, measure } = column
  const space = measure(' ')
  const lines: string[][] = [[]]
  let used = 0
  for (const word of text.split(' ').flatMap((part) => breakWord(part, column))) {
    const wordWidth = measure(word)
    const isFirst = lines.at(-1)?.length === 0
    if (!isFirst && used + space + wordWidth > width) {
      lines.push([word])
      used = wordWidth
    } else {
      lines.at(-1)?.push(word)
      used += isFirst ? wordWidth : space + wordWidth
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
    const segmentWidth = measure(segment)
    if (part !== '' && used + segmentWidth > width) {
      parts.push(part)
      part = ''
      used = 0
    }
    part += segment
    used += segmentWidth
  }
  return [...parts, part]
}

/** Hebrew, Arabic and other right-to-left scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
const letter = /\p{L}/u

/**
 * Returns the pieces of a line in visual order, left to right. Fonts reverse the letters of
 * right-to-left words but not the words of a line. A line without such words is one piece. Words
 * without letters follow the word before them. Simpler than the Unicode bidirectional algorithm,
 * which matters for mixed sentences; labels rarely are.
 */
export function orderWords(line: string): string[] {
  if (!rightToLeft.test(line)) return [line]

  const runs: { isReversed: boolean; words: string[] }[] = []
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

/** Line breaks, direction controls, and invisible characters. */
const unprintable =
  /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
/** Variation selectors, which fonts with one form per character lack and do not need. */
const selectors = /[\ufe00-\ufe0f]/g
const missing = '\u25a1'
/** Most texts contain only these characters, which every font has. */
const common = /^[\x20-\x7e]*$/

/**
 * Replaces every character that a font lacks by a box, and joins the text to one line. A whole
 * grapheme, such as a family emoji, becomes one box.
 */
export function printableText(text: string, hasGlyph: (codePoint: number) => boolean): string {
  if (common.test(text)) return joinLine(text)
  const plain = text.normalize('NFC').replace(unprintable, ' ').replace(selectors, '')
  const signs = Array.from(graphemes.segment(plain), ({ segment }) =>
    Array.from(segment).every((sign) => isSpace(sign) || hasGlyph(sign.codePointAt(0) ?? 0))
      ? segment
      : missing,
  )
  return joinLine(signs.join(''))
}

function isSpace(sign: string): boolean {
  return /\s/u.test(sign)
}

function joinLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
