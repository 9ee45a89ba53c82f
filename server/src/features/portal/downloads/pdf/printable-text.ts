const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Line breaks, direction controls, and invisible characters. */
const unprintable =
  /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
/** Variation selectors, which fonts with one form per character lack and do not need. */
const selectors = /[\ufe00-\ufe0f]/g
const missing = '\u25a1'
/** Most texts contain only these characters, which every font has. */
const common = /^[\x20-\x7e]*$/

/**
 * Replaces every character that a font lacks by a box, and joins the text to one line. A whole grapheme, such as a family
 * emoji, becomes one box.
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
