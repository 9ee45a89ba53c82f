const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Breaks lines, changes the direction of what follows, or is not there at all. */
const unprintable =
  /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
/** Choose among forms of a sign. A font that has only one form lacks them, and loses nothing. */
const selectors = /[\ufe00-\ufe0f]/g
const missing = '\u25a1'
/** Every font has these, and most texts nothing else. */
const common = /^[\x20-\x7e]*$/

/**
 * A text with a box for every sign that a font lacks, on one line. One box stands for a whole sign as people see it: a
 * family that is drawn as one is not a row of boxes.
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
