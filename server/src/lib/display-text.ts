export type DisplayTextRule = {
  /** In Unicode code points. */
  maxLength: number
  allowLineBreaks?: boolean
}

/** U+2028 and U+2029 are not control characters, but break a line all the same. */
const unprintable = /[\p{Cc}\u2028\u2029]/u
const lineBreak = /\r\n?|\n/g
/** Marks, embeddings, overrides and isolates: they make a text read otherwise than it is written. */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
/** How every tag, comment and declaration begins; `<3` and `a < b` are just text. */
const markup = /<[a-z/!?]/i
/** Nothing to see, and nothing any script needs: what they are put into is meant to look like something else. */
const hidden = /[\u00ad\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/u
const visible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u
/** No script stacks so many on one letter, and bringing long runs of them into one form takes forever. */
const stacked = /\p{M}{17}/u

/**
 * Reads a text that other people will see: trimmed, in NFC, and free of what could forge, hide or break the
 * page around it. A problem is the end of a sentence that begins with the field's name.
 */
export function readDisplayText(
  text: string,
  { maxLength, allowLineBreaks = false }: DisplayTextRule,
): { value: string } | { problem: string } {
  if (!text.isWellFormed()) return { problem: 'must be valid Unicode' }
  // Before anything that takes longer the longer the text is. No character has more than two units.
  if (text.trim().length > 4 * maxLength) return tooLong(maxLength)
  if (stacked.test(text)) return { problem: 'must not stack so many accents on one letter' }

  const value = text.normalize('NFC').trim().replace(lineBreak, '\n')
  const line = allowLineBreaks ? value.replaceAll('\n', ' ') : value
  if (unprintable.test(line)) {
    const what = allowLineBreaks ? 'other than line breaks' : 'or line breaks'
    return { problem: `must not contain control characters ${what}` }
  }
  if (direction.test(value)) {
    return { problem: 'must not contain characters that change the direction of text' }
  }
  if (markup.test(value)) return { problem: 'must be plain text without markup such as <b>' }
  if (hidden.test(value)) return { problem: 'must not contain invisible characters' }
  if (value !== '' && !visible.test(value)) return { problem: 'must contain something visible' }
  return Array.from(value).length > maxLength ? tooLong(maxLength) : { value }
}

function tooLong(maxLength: number): { problem: string } {
  return { problem: `must have at most ${maxLength} characters` }
}
